// A C face for simdjson, so that Swift reads JSON at full speed. Filled in beside its users.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the simdjson library linked, such as "3.0.1".
const char *csimdjson_version(void);

#ifdef __cplusplus
}
#endif
