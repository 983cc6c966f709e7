#pragma once

/// renameat2(2) between two paths with RENAME_NOREPLACE (exchange 0) or RENAME_EXCHANGE (exchange 1): 0, or −1 and
/// errno. Declared by glibc under _GNU_SOURCE only, which Swift's import does not set.
int crename_rule(const char *path, const char *target, int exchange);
