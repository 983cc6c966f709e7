// A C face for simdjson, so that Swift reads JSON at full speed.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the simdjson library linked, such as "3.0.1".
const char *csimdjson_version(void);

/// Bytes that must be readable after the text given to csimdjson_rows_parse.
size_t csimdjson_padding(void);

// Whole documents

typedef enum {
  csimdjson_null,
  csimdjson_false,
  csimdjson_true,
  csimdjson_integer,
  csimdjson_real,
  csimdjson_string,
  csimdjson_array,
  csimdjson_object
} csimdjson_kind;

/// One value of a document. The nodes stand in document order: an array is followed by its elements, an object
/// by its members, each a string (the key) and a value.
typedef struct {
  csimdjson_kind kind;
  int64_t integer;
  double real;
  /// Valid UTF-8, not terminated; lives as long as the document.
  const char *text;
  size_t length;
  /// Elements of an array, members of an object.
  size_t count;
} csimdjson_node;

typedef struct csimdjson_document csimdjson_document;

/// Reads one JSON document. Never returns NULL except when memory is short.
csimdjson_document *csimdjson_document_parse(const uint8_t *bytes, size_t length, size_t max_depth);
void csimdjson_document_free(csimdjson_document *document);
/// NULL where the text was read, else what is wrong with it.
const char *csimdjson_document_error(const csimdjson_document *document);
/// Where reading stopped, in bytes from the start; -1 where simdjson does not say.
int64_t csimdjson_document_error_offset(const csimdjson_document *document);
const csimdjson_node *csimdjson_document_nodes(const csimdjson_document *document, size_t *count);

// Stream rows, straight into columns

typedef struct csimdjson_rows csimdjson_rows;

/// Why a row was left out.
typedef enum {
  csimdjson_row_taken,
  csimdjson_row_unparsed,
  csimdjson_row_more_after,
  csimdjson_row_no_sequence,
  csimdjson_row_no_receipt,
  csimdjson_row_no_time,
  csimdjson_row_receipt_beyond,
  csimdjson_row_kernel_beyond,
  csimdjson_row_too_long,
} csimdjson_row_fault;

/// A row that was left out: its line, from 1, why, and what simdjson says of one that does not parse; else NULL.
typedef struct {
  size_t line;
  csimdjson_row_fault fault;
  const char *said;
} csimdjson_damage;

/// A row's `invalid` entry: the row's index in the columns and one key.
typedef struct {
  size_t row;
  const char *key;
  size_t length;
} csimdjson_invalid;

/// Columns for rows with these value keys (at most 64).
csimdjson_rows *csimdjson_rows_new(const char *const *keys, size_t count);
void csimdjson_rows_free(csimdjson_rows *rows);
/// Makes room for the rows of a text of `total` bytes, of which `parsed` have been read since `rows_before`: its lines are
/// about as long. Only a hint; the columns grow as they must.
void csimdjson_rows_reserve(csimdjson_rows *rows, size_t rows_before, uint64_t parsed, uint64_t total);
/// Reads the whole lines in bytes[0..<length], each ended by '\n'. `capacity` bytes are readable, at least
/// length + csimdjson_padding().
void csimdjson_rows_parse(csimdjson_rows *rows, const uint8_t *bytes, size_t length, size_t capacity);
/// Counts a line that was not given because it is longer than a row can be.
void csimdjson_rows_skip_line(csimdjson_rows *rows);

size_t csimdjson_rows_count(const csimdjson_rows *rows);
/// Lines seen so far, damaged ones too.
size_t csimdjson_rows_lines(const csimdjson_rows *rows);
/// Rows left out; the first 1000 are listed.
size_t csimdjson_rows_damaged(const csimdjson_rows *rows);
const csimdjson_damage *csimdjson_rows_damage(const csimdjson_rows *rows, size_t *count);
/// Rows that lack a value which their `bad` does not name.
size_t csimdjson_rows_lacking(const csimdjson_rows *rows);
const size_t *csimdjson_rows_bad(const csimdjson_rows *rows, size_t *count);
size_t csimdjson_rows_invalid_count(const csimdjson_rows *rows);
csimdjson_invalid csimdjson_rows_invalid_entry(const csimdjson_rows *rows, size_t index);

/// `i` and `h`.
const int64_t *csimdjson_rows_sequence(const csimdjson_rows *rows);
const int64_t *csimdjson_rows_receipt(const csimdjson_rows *rows);
/// `k` and `c`: NULL where no row has one. `absent` counts the rows that have none (INT64_MIN stands there).
const int64_t *csimdjson_rows_kernel(const csimdjson_rows *rows, size_t *absent);
const int64_t *csimdjson_rows_counter(const csimdjson_rows *rows, size_t *absent);
/// `temp`, NaN where a row has none; NULL where no row has one.
const double *csimdjson_rows_temperature(const csimdjson_rows *rows);
/// `t` (column -1) and the values: exactly one of the two is returned, the other is NULL. Reals where at least
/// one value was a real or is missing (NaN).
const int64_t *csimdjson_rows_integers(const csimdjson_rows *rows, int column);
const double *csimdjson_rows_reals(const csimdjson_rows *rows, int column);
/// Rows in which the value is there.
size_t csimdjson_rows_present(const csimdjson_rows *rows, int column);

#ifdef __cplusplus
}
#endif
