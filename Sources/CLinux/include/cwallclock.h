// adjtimex(2), which Swift's Glibc module does not import.
#pragma once

/// 1 when the kernel says that the wall clock is synchronised, 0 when it says that it is not, -1 when it does
/// not say.
int cwallclock_synchronised(void);
