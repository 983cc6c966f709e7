// Stream rows, a line at a time, straight into columns. A line that is not a whole row is left out and named;
// the others are kept.
#ifndef NDEBUG
#define NDEBUG // without simdjson's assertions about itself; its checks of the text stay
#endif
#include "csimdjson.h"

#include <cstring>
#include <deque>
#include <limits>
#include <new>
#include <simdjson.h>
#include <string>
#include <vector>

using namespace simdjson;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t absent_integer = std::numeric_limits<int64_t>::min();
constexpr size_t listed_damage = 1000;
/// HostTime.limitNs.
constexpr int64_t host_limit = int64_t(1) << 61;

struct Number {
  bool real = false;
  int64_t integer = 0;
  double value = 0;
};

/// Integers until the first real or missing value, reals from then on.
struct Column {
  std::vector<int64_t> integers;
  std::vector<double> reals;
  bool real = false;
  size_t present = 0;

  void make_real() {
    reals.reserve(integers.capacity());
    for (int64_t integer : integers) reals.push_back(static_cast<double>(integer));
    integers = {};
    real = true;
  }

  void push(const Number &number) {
    present += 1;
    if (!real && number.real) make_real();
    if (real) {
      reals.push_back(number.real ? number.value : static_cast<double>(number.integer));
    } else {
      integers.push_back(number.integer);
    }
  }

  void push_missing() {
    if (!real) make_real();
    reals.push_back(not_a_number);
  }
};

/// What is wrong with a row; of one that does not parse simdjson's own words, too.
struct RowFault {
  csimdjson_row_fault kind = csimdjson_row_taken;
  const char *said = nullptr;

  RowFault() = default;
  RowFault(csimdjson_row_fault kind) : kind(kind) {}
  RowFault(error_code error) : kind(csimdjson_row_unparsed), said(error_message(error)) {}
};

} // namespace

struct csimdjson_rows {
  ondemand::parser parser;
  std::vector<std::string> keys;
  std::vector<int64_t> sequence, receipt, kernel, counter;
  size_t kernel_present = 0, counter_present = 0, temperature_present = 0;
  std::vector<double> temperature;
  Column time;
  std::vector<Column> values;
  std::vector<size_t> bad;
  std::vector<std::pair<size_t, std::string>> invalid;
  std::vector<csimdjson_damage> damage;
  size_t damaged = 0, lines = 0, lacking = 0;

  // The row being read.
  std::vector<Number> row;
  std::vector<std::string> row_bad, row_invalid;

  void note_damage(RowFault fault) {
    damaged += 1;
    if (damage.size() < listed_damage) damage.push_back(csimdjson_damage{lines, fault.kind, fault.said});
  }

  RowFault read_line(const char *text, size_t length, size_t capacity);
  int find_key(std::string_view key, size_t guess) const;
};

namespace {

/// Inlined, for a value handed over by memory waits for its own stores: a sixth of the whole parse.
[[gnu::always_inline]] inline error_code read_number(ondemand::value value, Number &result) {
  ondemand::number number;
  if (auto error = value.get_number().get(number)) {
    // An integer beyond 64 bits becomes the nearest double.
    result.real = true;
    return value.get_double().get(result.value) ? error : SUCCESS;
  }
  result.real = !number.is_int64();
  if (result.real) {
    result.value = number.as_double();
  } else {
    result.integer = number.get_int64();
  }
  return SUCCESS;
}

error_code read_keys(ondemand::value value, std::vector<std::string> &keys) {
  ondemand::array array;
  if (auto error = value.get_array().get(array)) return error;
  for (auto element : array) {
    std::string_view key;
    if (auto error = element.get_string().get(key)) return error;
    keys.emplace_back(key);
  }
  return SUCCESS;
}

/// Adds a row to a column that many streams do not have; it takes no memory before its first value.
template <typename Value>
void push_optional(std::vector<Value> &column, size_t rows_before, bool has, Value value, Value absent) {
  if (!has && column.empty()) return;
  column.resize(rows_before, absent);
  column.push_back(has ? value : absent);
}

bool possible(int64_t host_ns) { return host_ns >= -host_limit && host_ns <= host_limit; }

bool names(const std::vector<std::string> &keys, std::string_view key) {
  for (const auto &candidate : keys) {
    if (candidate == key) return true;
  }
  return false;
}

} // namespace

int csimdjson_rows::find_key(std::string_view key, size_t guess) const {
  if (guess < keys.size() && keys[guess] == key) return static_cast<int>(guess);
  for (size_t index = 0; index < keys.size(); index++) {
    if (keys[index] == key) return static_cast<int>(index);
  }
  return -1;
}

/// Reads one row, and tells whether it was taken.
RowFault csimdjson_rows::read_line(const char *text, size_t length, size_t capacity) {
  ondemand::document document;
  if (auto error = parser.iterate(padded_string_view(text, length, capacity)).get(document)) {
    return error;
  }
  ondemand::object object;
  if (auto error = document.get_object().get(object)) return error;

  bool has_i = false, has_t = false, has_h = false, has_k = false, has_c = false, has_temp = false;
  int64_t i = 0, h = 0, k = absent_integer, c = absent_integer;
  Number t, temp;
  uint64_t seen = 0;
  size_t guess = 0;
  row_bad.clear();
  row_invalid.clear();

  for (auto member : object) {
    ondemand::field field;
    if (auto error = std::move(member).get(field)) return error;
    std::string_view key;
    if (auto error = field.unescaped_key().get(key)) return error;
    ondemand::value value = field.value();
    error_code error = SUCCESS;
    if (key.size() == 1 && key[0] == 'i') {
      error = value.get_int64().get(i);
      has_i = true;
    } else if (key.size() == 1 && key[0] == 't') {
      error = read_number(value, t);
      has_t = true;
    } else if (key.size() == 1 && key[0] == 'h') {
      error = value.get_int64().get(h);
      has_h = true;
    } else if (key.size() == 1 && key[0] == 'k') {
      error = value.get_int64().get(k);
      has_k = true;
    } else if (key.size() == 1 && key[0] == 'c') {
      error = value.get_int64().get(c);
      has_c = true;
    } else if (int index = find_key(key, guess); index >= 0) {
      error = read_number(value, row[index]);
      seen |= uint64_t(1) << index;
      guess = index + 1;
    } else if (key == "temp") {
      error = read_number(value, temp);
      has_temp = true;
    } else if (key == "bad") {
      error = read_keys(value, row_bad);
    } else if (key == "invalid") {
      error = read_keys(value, row_invalid);
    }
    if (error) return error;
  }
  const char *rest = nullptr;
  if (!document.current_location().get(rest)) return csimdjson_row_more_after;
  if (!has_i) return csimdjson_row_no_sequence;
  if (!has_h) return csimdjson_row_no_receipt;
  if (!has_t && !names(row_bad, "t")) return csimdjson_row_no_time;
  if (!possible(h)) return csimdjson_row_receipt_beyond;
  if (has_k && !possible(k)) return csimdjson_row_kernel_beyond;

  const size_t index = sequence.size();
  sequence.push_back(i);
  receipt.push_back(h);
  push_optional(kernel, index, has_k, k, absent_integer);
  kernel_present += has_k;
  push_optional(counter, index, has_c, c, absent_integer);
  counter_present += has_c;
  const double degrees = temp.real ? temp.value : static_cast<double>(temp.integer);
  push_optional(temperature, index, has_temp, degrees, not_a_number);
  temperature_present += has_temp;
  if (has_t) {
    time.push(t);
  } else {
    time.push_missing();
  }
  bool is_bad = !row_bad.empty(), lacks = false;
  for (size_t column = 0; column < keys.size(); column++) {
    if (seen >> column & 1) {
      values[column].push(row[column]);
    } else {
      values[column].push_missing();
      lacks = lacks || !names(row_bad, keys[column]);
    }
  }
  lacking += lacks;
  if (is_bad || lacks) bad.push_back(index);
  for (auto &key : row_invalid) invalid.emplace_back(index, std::move(key));
  return {};
}

csimdjson_rows *csimdjson_rows_new(const char *const *keys, size_t count) {
  if (count > 64) return nullptr;
  auto *rows = new (std::nothrow) csimdjson_rows;
  if (!rows) return nullptr;
  for (size_t index = 0; index < count; index++) rows->keys.emplace_back(keys[index]);
  rows->values.resize(count);
  rows->row.resize(count);
  return rows;
}

void csimdjson_rows_free(csimdjson_rows *rows) { delete rows; }

void csimdjson_rows_parse(csimdjson_rows *rows, const uint8_t *bytes, size_t length, size_t capacity) {
  const char *text = reinterpret_cast<const char *>(bytes);
  size_t start = 0;
  while (start < length) {
    const void *found = std::memchr(text + start, '\n', length - start);
    const size_t end = found ? static_cast<size_t>(static_cast<const char *>(found) - text) : length;
    rows->lines += 1;
    const RowFault fault = rows->read_line(text + start, end - start, capacity - start);
    if (fault.kind != csimdjson_row_taken) rows->note_damage(fault);
    start = end + 1;
  }
}

void csimdjson_rows_reserve(csimdjson_rows *rows, size_t rows_before, uint64_t parsed, uint64_t total) {
  const size_t read = rows->sequence.size() - rows_before;
  if (read == 0 || parsed == 0 || total <= parsed) return;
  // A few more than expected: where the last rows do not fit, all are moved once more.
  const double expected = 1.02 * static_cast<double>(total) / static_cast<double>(parsed) * static_cast<double>(read);
  const size_t count = rows_before + static_cast<size_t>(expected) + 64;
  auto reserve = [count](auto &column) {
    if (!column.empty()) column.reserve(count);
  };
  auto reserve_column = [&](Column &column) {
    reserve(column.integers);
    reserve(column.reals);
  };
  reserve(rows->sequence);
  reserve(rows->receipt);
  reserve(rows->kernel);
  reserve(rows->counter);
  reserve(rows->temperature);
  reserve_column(rows->time);
  for (auto &column : rows->values) reserve_column(column);
}

void csimdjson_rows_skip_line(csimdjson_rows *rows) {
  rows->lines += 1;
  rows->note_damage(csimdjson_row_too_long);
}

size_t csimdjson_rows_count(const csimdjson_rows *rows) { return rows->sequence.size(); }
size_t csimdjson_rows_lines(const csimdjson_rows *rows) { return rows->lines; }
size_t csimdjson_rows_damaged(const csimdjson_rows *rows) { return rows->damaged; }
size_t csimdjson_rows_lacking(const csimdjson_rows *rows) { return rows->lacking; }

const csimdjson_damage *csimdjson_rows_damage(const csimdjson_rows *rows, size_t *count) {
  *count = rows->damage.size();
  return rows->damage.data();
}

const size_t *csimdjson_rows_bad(const csimdjson_rows *rows, size_t *count) {
  *count = rows->bad.size();
  return rows->bad.data();
}

size_t csimdjson_rows_invalid_count(const csimdjson_rows *rows) { return rows->invalid.size(); }

csimdjson_invalid csimdjson_rows_invalid_entry(const csimdjson_rows *rows, size_t index) {
  const auto &entry = rows->invalid[index];
  return csimdjson_invalid{entry.first, entry.second.data(), entry.second.size()};
}

const int64_t *csimdjson_rows_sequence(const csimdjson_rows *rows) { return rows->sequence.data(); }
const int64_t *csimdjson_rows_receipt(const csimdjson_rows *rows) { return rows->receipt.data(); }

const int64_t *csimdjson_rows_kernel(const csimdjson_rows *rows, size_t *absent) {
  *absent = rows->sequence.size() - rows->kernel_present;
  return rows->kernel_present ? rows->kernel.data() : nullptr;
}

const int64_t *csimdjson_rows_counter(const csimdjson_rows *rows, size_t *absent) {
  *absent = rows->sequence.size() - rows->counter_present;
  return rows->counter_present ? rows->counter.data() : nullptr;
}

const double *csimdjson_rows_temperature(const csimdjson_rows *rows) {
  return rows->temperature_present ? rows->temperature.data() : nullptr;
}

static const Column &column_at(const csimdjson_rows *rows, int column) {
  return column < 0 ? rows->time : rows->values[column];
}

const int64_t *csimdjson_rows_integers(const csimdjson_rows *rows, int column) {
  const Column &found = column_at(rows, column);
  return found.real ? nullptr : found.integers.data();
}

const double *csimdjson_rows_reals(const csimdjson_rows *rows, int column) {
  const Column &found = column_at(rows, column);
  return found.real ? found.reals.data() : nullptr;
}

size_t csimdjson_rows_present(const csimdjson_rows *rows, int column) { return column_at(rows, column).present; }
