// Serial ports at any baud rate. <asm/termbits.h>, which has struct termios2, clashes with <termios.h>, so it
// stays inside serial.c.
#pragma once

/// A struct termios2.
typedef struct {
  unsigned char bytes[64];
} CSerialSettings;

/// TCGETS2 (ioctl_tty(2)): 0, or -errno.
int cserial_get(int fd, CSerialSettings *settings);
/// TCSETS2 (ioctl_tty(2)): 0, or -errno.
int cserial_set(int fd, const CSerialSettings *settings);
/// Eight data bits, no parity, one stop bit, no flow control, no processing of any byte, modem lines ignored, at
/// `baud` in both directions (BOTHER).
void cserial_make_raw(CSerialSettings *settings, unsigned int baud);
/// The output speed, in baud.
unsigned int cserial_baud(const CSerialSettings *settings);
/// Throws away what was received and not read (TCFLSH with TCIFLUSH): 0, or -errno.
int cserial_flush_input(int fd);
/// TIOCEXCL or TIOCNXCL: 0, or -errno.
int cserial_exclusive(int fd, int on);
/// The flags of TIOCGSERIAL: 0, or -errno.
int cserial_get_flags(int fd, int *flags);
/// Replaces those flags (TIOCSSERIAL): 0, or -errno.
int cserial_set_flags(int fd, int flags);
/// ASYNC_LOW_LATENCY of <linux/tty_flags.h>.
int cserial_low_latency(void);
