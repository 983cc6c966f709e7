// Whole documents: simdjson's on-demand front end, unrolled into a flat list of nodes in document order.
#ifndef NDEBUG
#define NDEBUG // without simdjson's assertions about itself; its checks of the text stay
#endif
#include "csimdjson.h"

#include <new>
#include <simdjson.h>
#include <vector>

using namespace simdjson;

struct csimdjson_document {
  padded_string text;
  ondemand::parser parser;
  std::vector<csimdjson_node> nodes;
  const char *error = nullptr;
  int64_t offset = -1;
};

namespace {

struct Reader {
  std::vector<csimdjson_node> &nodes;
  size_t max_depth;

  csimdjson_node &add(csimdjson_kind kind) {
    nodes.push_back(csimdjson_node{kind, 0, 0, nullptr, 0, 0});
    return nodes.back();
  }

  // A value, or a document that is a single value: both have the same readers.
  template <typename Value> error_code scalar(Value &value, ondemand::json_type type) {
    switch (type) {
    case ondemand::json_type::string: {
      std::string_view text;
      if (auto error = value.get_string().get(text)) return error;
      auto &node = add(csimdjson_string);
      node.text = text.data();
      node.length = text.size();
      return SUCCESS;
    }
    case ondemand::json_type::number: {
      ondemand::number number;
      auto error = value.get_number().get(number);
      if (!error && number.is_int64()) {
        add(csimdjson_integer).integer = number.get_int64();
        return SUCCESS;
      }
      // An integer beyond Int64 becomes the nearest double.
      double real = 0;
      if (!error) {
        real = number.as_double();
      } else if (auto again = value.get_double().get(real)) {
        return again;
      }
      add(csimdjson_real).real = real;
      return SUCCESS;
    }
    case ondemand::json_type::boolean: {
      bool truth = false;
      if (auto error = value.get_bool().get(truth)) return error;
      add(truth ? csimdjson_true : csimdjson_false);
      return SUCCESS;
    }
    case ondemand::json_type::null: {
      bool null = false;
      if (auto error = value.is_null().get(null)) return error;
      if (!null) return N_ATOM_ERROR;
      add(csimdjson_null);
      return SUCCESS;
    }
    default: return INCORRECT_TYPE;
    }
  }

  error_code array(ondemand::array array, size_t depth) {
    if (depth > max_depth) return DEPTH_ERROR;
    const size_t at = nodes.size();
    add(csimdjson_array);
    size_t count = 0;
    for (auto element : array) {
      ondemand::value value;
      if (auto error = element.get(value)) return error;
      if (auto error = any(value, depth)) return error;
      count += 1;
    }
    nodes[at].count = count;
    return SUCCESS;
  }

  error_code object(ondemand::object object, size_t depth) {
    if (depth > max_depth) return DEPTH_ERROR;
    const size_t at = nodes.size();
    add(csimdjson_object);
    size_t count = 0;
    for (auto member : object) {
      ondemand::field field;
      if (auto error = std::move(member).get(field)) return error;
      std::string_view key;
      if (auto error = field.unescaped_key().get(key)) return error;
      auto &node = add(csimdjson_string);
      node.text = key.data();
      node.length = key.size();
      ondemand::value value = field.value();
      if (auto error = any(value, depth)) return error;
      count += 1;
    }
    nodes[at].count = count;
    return SUCCESS;
  }

  error_code any(ondemand::value &value, size_t depth) {
    ondemand::json_type type;
    if (auto error = value.type().get(type)) return error;
    if (type == ondemand::json_type::array) {
      ondemand::array found;
      if (auto error = value.get_array().get(found)) return error;
      return array(found, depth + 1);
    }
    if (type == ondemand::json_type::object) {
      ondemand::object found;
      if (auto error = value.get_object().get(found)) return error;
      return object(found, depth + 1);
    }
    return scalar(value, type);
  }

  error_code root(ondemand::document &document) {
    ondemand::json_type type;
    if (auto error = document.type().get(type)) return error;
    if (type == ondemand::json_type::array) {
      ondemand::array found;
      if (auto error = document.get_array().get(found)) return error;
      return array(found, 1);
    }
    if (type == ondemand::json_type::object) {
      ondemand::object found;
      if (auto error = document.get_object().get(found)) return error;
      return object(found, 1);
    }
    return scalar(document, type);
  }
};

} // namespace

csimdjson_document *csimdjson_document_parse(const uint8_t *bytes, size_t length, size_t max_depth) {
  auto *result = new (std::nothrow) csimdjson_document;
  if (!result) return nullptr;
  result->text = padded_string(reinterpret_cast<const char *>(bytes), length);
  ondemand::document document;
  error_code error = result->parser.iterate(result->text).get(document);
  if (!error) {
    Reader reader{result->nodes, max_depth};
    error = reader.root(document);
    const char *at = nullptr;
    const bool more = !document.current_location().get(at);
    if (!error && more) error = TRAILING_CONTENT;
    if (error && more && at >= result->text.data() && at <= result->text.data() + length) {
      result->offset = at - result->text.data();
    }
  }
  if (error) result->error = error_message(error);
  return result;
}

void csimdjson_document_free(csimdjson_document *document) { delete document; }

const char *csimdjson_document_error(const csimdjson_document *document) { return document->error; }

int64_t csimdjson_document_error_offset(const csimdjson_document *document) { return document->offset; }

const csimdjson_node *csimdjson_document_nodes(const csimdjson_document *document, size_t *count) {
  *count = document->nodes.size();
  return document->nodes.data();
}
