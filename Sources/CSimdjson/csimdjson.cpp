#include "csimdjson.h"

#include <simdjson.h>

#define STRINGIFY(text) #text
#define EXPAND(text) STRINGIFY(text)

const char *csimdjson_version(void) { return EXPAND(SIMDJSON_VERSION); }

size_t csimdjson_padding(void) { return simdjson::SIMDJSON_PADDING; }
