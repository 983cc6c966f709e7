#include "cserial.h"

#include <asm/ioctls.h>
#include <asm/termbits.h>
#include <errno.h>
#include <linux/serial.h>
#include <linux/tty_flags.h>
#include <string.h>

// <sys/ioctl.h> includes headers that clash with <asm/termbits.h>.
extern int ioctl(int fd, unsigned long request, ...);

_Static_assert(sizeof(struct termios2) <= sizeof(CSerialSettings), "CSerialSettings holds a termios2");

static int result_of(int result) { return result < 0 ? -errno : 0; }

int cserial_get(int fd, CSerialSettings *settings) {
  struct termios2 read;
  int result = result_of(ioctl(fd, TCGETS2, &read));
  if (result == 0) memcpy(settings->bytes, &read, sizeof read);
  return result;
}

int cserial_set(int fd, const CSerialSettings *settings) {
  struct termios2 written;
  memcpy(&written, settings->bytes, sizeof written);
  return result_of(ioctl(fd, TCSETS2, &written));
}

void cserial_make_raw(CSerialSettings *settings, unsigned int baud) {
  struct termios2 made;
  memcpy(&made, settings->bytes, sizeof made);
  made.c_iflag = 0;
  made.c_oflag = 0;
  made.c_lflag = 0;
  // HUPCL is left as it was: it says whether closing drops the modem lines, which resets some boards.
  made.c_cflag = (made.c_cflag & HUPCL) | CS8 | CREAD | CLOCAL | BOTHER | (BOTHER << IBSHIFT);
  made.c_ispeed = baud;
  made.c_ospeed = baud;
  made.c_cc[VMIN] = 1;
  made.c_cc[VTIME] = 0;
  memcpy(settings->bytes, &made, sizeof made);
}

unsigned int cserial_baud(const CSerialSettings *settings) {
  struct termios2 read;
  memcpy(&read, settings->bytes, sizeof read);
  return read.c_ospeed;
}

int cserial_flush_input(int fd) { return result_of(ioctl(fd, TCFLSH, TCIFLUSH)); }

int cserial_exclusive(int fd, int on) { return result_of(ioctl(fd, on ? TIOCEXCL : TIOCNXCL)); }

int cserial_get_flags(int fd, int *flags) {
  struct serial_struct info;
  int result = result_of(ioctl(fd, TIOCGSERIAL, &info));
  if (result == 0) *flags = info.flags;
  return result;
}

int cserial_set_flags(int fd, int flags) {
  struct serial_struct info;
  int result = result_of(ioctl(fd, TIOCGSERIAL, &info));
  if (result != 0) return result;
  info.flags = flags;
  return result_of(ioctl(fd, TIOCSSERIAL, &info));
}

int cserial_low_latency(void) { return ASYNC_LOW_LATENCY; }
