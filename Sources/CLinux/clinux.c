#include "clinux.h"

int clinux_ioctl(int fd, unsigned long request, void *argument) {
  int result = ioctl(fd, request, argument);
  return result < 0 ? -errno : result;
}
