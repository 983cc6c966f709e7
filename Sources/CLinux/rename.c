#define _GNU_SOURCE
#include "crename.h"

#include <fcntl.h>
#include <stdio.h>

int crename_rule(const char *path, const char *target, int exchange) {
  return renameat2(AT_FDCWD, path, AT_FDCWD, target, exchange ? RENAME_EXCHANGE : RENAME_NOREPLACE);
}
