#include "coptions.h"

#include <stddef.h>

void coptions_reset(void) { optind = 0; }

COptionStep coptions_next(int argc, char *const argv[], const char *short_options,
                          const struct option *long_options) {
  opterr = 0;
  COptionStep step = {.long_index = -1};
  step.code = getopt_long(argc, argv, short_options, long_options, &step.long_index);
  step.argument = optarg;
  step.next = optind;
  step.unknown = optopt;
  return step;
}
