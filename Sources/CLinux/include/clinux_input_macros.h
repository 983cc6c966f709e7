// The values that the kernel's header gives to the evdev requests. They are function-like macros, which Swift
// does not import; the tests compare the constants written in Swift with these.
#pragma once
#include <linux/input.h>

static inline unsigned long clinux_eviocgversion(void) { return EVIOCGVERSION; }
static inline unsigned long clinux_eviocgid(void) { return EVIOCGID; }
static inline unsigned long clinux_eviocgname(unsigned int length) { return EVIOCGNAME(length); }
static inline unsigned long clinux_eviocgphys(unsigned int length) { return EVIOCGPHYS(length); }
static inline unsigned long clinux_eviocguniq(unsigned int length) { return EVIOCGUNIQ(length); }
static inline unsigned long clinux_eviocgprop(unsigned int length) { return EVIOCGPROP(length); }
static inline unsigned long clinux_eviocgbit(unsigned int type, unsigned int length) {
  return EVIOCGBIT(type, length);
}
static inline unsigned long clinux_eviocgabs(unsigned int axis) { return EVIOCGABS(axis); }
static inline unsigned long clinux_eviocsabs(unsigned int axis) { return EVIOCSABS(axis); }
static inline unsigned long clinux_eviocsclockid(void) { return EVIOCSCLOCKID; }
