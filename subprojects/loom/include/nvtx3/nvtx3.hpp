// NVTX for C++. With no profiler listening, NVTX does nothing, and so does loom.
#pragma once

#include <cstdint>
#include <string>

#include "nvToolsExt.h"

#define NVTX3_CPP_DEFINITIONS_V1_0

namespace nvtx3 {
inline namespace v1 {

struct rgb {
  std::uint8_t red, green, blue;
  constexpr rgb(std::uint8_t red_, std::uint8_t green_, std::uint8_t blue_) : red(red_), green(green_), blue(blue_) {}
};
struct argb : rgb {
  std::uint8_t alpha;
  constexpr argb(std::uint8_t alpha_, std::uint8_t red_, std::uint8_t green_, std::uint8_t blue_) : rgb(red_, green_, blue_), alpha(alpha_) {}
};
class color {
 public:
  constexpr explicit color(std::uint32_t) {}
  constexpr color(argb) {}
  constexpr color(rgb) {}
};

struct domain {
  struct global;
  template <class = global>
  static const domain& get() {
    static const domain only{};
    return only;
  }
};

class category {
 public:
  using id_type = std::uint32_t;
  constexpr explicit category(id_type id) : id_(id) {}
  constexpr id_type get_id() const { return id_; }

 private:
  id_type id_;
};
template <class = domain::global>
class named_category_in : public category {
 public:
  template <class Name>
  named_category_in(id_type id, const Name&) : category(id) {}
};
using named_category = named_category_in<>;

template <class = domain::global>
class registered_string_in {
 public:
  template <class Name>
  explicit registered_string_in(const Name&) {}
};
using registered_string = registered_string_in<>;

class message {
 public:
  message(const char*) {}
  message(const wchar_t*) {}
  message(const std::string&) {}
  template <class Domain>
  message(const registered_string_in<Domain>&) {}
};
class payload {
 public:
  template <class Number>
  constexpr explicit payload(Number) {}
};

class event_attributes {
 public:
  template <class... Arguments>
  explicit event_attributes(const Arguments&...) {}
};

template <class = domain::global>
class scoped_range_in {
 public:
  template <class... Arguments>
  explicit scoped_range_in(const Arguments&...) {}
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
  ~scoped_range_in() {}              // so that no compiler warns of an unused variable
};
using scoped_range = scoped_range_in<>;

template <class = domain::global>
class unique_range_in {
 public:
  template <class... Arguments>
  explicit unique_range_in(const Arguments&...) {}
  unique_range_in(unique_range_in&&) = default;
  unique_range_in& operator=(unique_range_in&&) = default;
  ~unique_range_in() {}
};
using unique_range = unique_range_in<>;

struct range_handle {
  std::uint64_t value = 0;
};
template <class = domain::global, class... Arguments>
range_handle start_range_in(const Arguments&...) { return {}; }
template <class... Arguments>
range_handle start_range(const Arguments&...) { return {}; }
template <class = domain::global>
void end_range_in(range_handle) {}
inline void end_range(range_handle) {}
template <class = domain::global, class... Arguments>
void mark_in(const Arguments&...) {}
template <class... Arguments>
void mark(const Arguments&...) {}

}  // namespace v1
}  // namespace nvtx3

#define NVTX3_FUNC_RANGE_IN(Domain) const ::nvtx3::scoped_range_in<Domain> nvtx3_func_range__(__func__)
#define NVTX3_FUNC_RANGE() NVTX3_FUNC_RANGE_IN(::nvtx3::domain::global)
