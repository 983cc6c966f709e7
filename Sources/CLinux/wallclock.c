#include "cwallclock.h"

#include <sys/timex.h>

int cwallclock_synchronised(void) {
  struct timex state = {.modes = 0};
  int result = adjtimex(&state);
  if (result < 0) return -1;
  return (state.status & STA_UNSYNC) == 0 && result != TIME_ERROR;
}
