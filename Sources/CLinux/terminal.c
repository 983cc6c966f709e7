#define _GNU_SOURCE
#include "cterminal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGQUIT};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };
static struct sigaction before[fatal_count];
static pthread_once_t installed = PTHREAD_ONCE_INIT;

static char screen_text[64];
static volatile sig_atomic_t screen_length;
static volatile sig_atomic_t screen_fd = -1;
static struct termios settings_before;
static volatile sig_atomic_t settings_fd = -1;

static void give_back(int number) {
  int code = errno;
  if (settings_fd >= 0) tcsetattr(settings_fd, TCSANOW, &settings_before);
  // A terminal that is stopped, or whose other end is gone, must not keep the program from dying.
  struct pollfd ready = {.fd = screen_fd, .events = POLLOUT};
  if (screen_fd >= 0 && poll(&ready, 1, 100) > 0) {
    ssize_t written = write(screen_fd, screen_text, (size_t)screen_length);
    (void)written;
  }
  // Whatever was to happen happens: the signal is pending until this handler returns.
  for (int i = 0; i < fatal_count; i++) {
    if (fatal[i] == number) sigaction(number, &before[i], NULL);
  }
  raise(number);
  errno = code;
}

static void install(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = give_back;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < fatal_count; i++) {
    // What is ignored stays ignored.
    sigaction(fatal[i], NULL, &before[i]);
    if (before[i].sa_handler != SIG_IGN) sigaction(fatal[i], &action, NULL);
  }
}

void cterminal_remember_screen(int fd, const char *text, size_t length) {
  if (length >= sizeof screen_text) return;
  screen_fd = -1;
  memcpy(screen_text, text, length);
  screen_length = (sig_atomic_t)length;
  screen_fd = fd;
  pthread_once(&installed, install);
}

void cterminal_forget_screen(int fd) {
  if (screen_fd == fd) screen_fd = -1;
}

void cterminal_remember_settings(int fd, const struct termios *settings) {
  settings_fd = -1;
  settings_before = *settings;
  settings_fd = fd;
  pthread_once(&installed, install);
}

void cterminal_forget_settings(int fd) {
  if (settings_fd == fd) settings_fd = -1;
}
