// getopt_long(3) without its global variables, which Swift 6 does not let anyone touch.
#pragma once
#include <getopt.h>

/// What one call found.
typedef struct {
  /// The option's `val`, '?' for an error, ':' for a missing argument, -1 at the end.
  int code;
  /// Its index in the table of long options, or -1.
  int long_index;
  /// Its argument, or NULL.
  const char *argument;
  /// Index of the next argument to be looked at.
  int next;
  /// The short option character that was not understood, or 0.
  int unknown;
} COptionStep;

/// Starts over, for the next argument vector.
void coptions_reset(void);

/// One call of getopt_long(3) with its messages switched off.
COptionStep coptions_next(int argc, char *const argv[], const char *short_options,
                          const struct option *long_options);
