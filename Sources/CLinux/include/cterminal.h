// Gives a terminal back when the program dies of a fault: a signal handler may call little, and touch only what is there
// already.
#pragma once
#include <stddef.h>
#include <termios.h>

/// At a fatal signal (a fault of the program, abort(3), SIGQUIT) `text` of `length` bytes is written to `fd`, and the
/// signal then does what it did before. Replaces what was remembered; longer than 63 bytes is not remembered.
void cterminal_remember_screen(int fd, const char *text, size_t length);
/// Nothing is written to `fd` any more.
void cterminal_forget_screen(int fd);
/// Likewise, of the settings of the terminal `fd`.
void cterminal_remember_settings(int fd, const struct termios *settings);
/// The settings of `fd` are let be.
void cterminal_forget_settings(int fd);
