#pragma once
#include <alsa/asoundlib.h>

// Swift cannot write a C function with variable arguments, which is what alsa-lib wants as error handler.
static inline void calsa_ignore_message(
    const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

/// Keeps alsa-lib and its plugins from printing on standard error. Every failure is also a return code.
static inline void calsa_silence_messages(void) { snd_lib_error_set_handler(calsa_ignore_message); }
