// What Swift's Glibc module does not import: variadic ioctls, macros, epoll, eventfd, mallopt, prctl.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>

#include "clinux_input_macros.h"

/// ioctl(2) with a pointer argument; returns the call's result, or -errno.
int clinux_ioctl(int fd, unsigned long request, void *argument);
