// What a file declares outside of its functions, as far as it matters to those that do nothing but compute with numbers.
#pragma once

#include <set>
#include <string_view>

#include "compile/syntax.hpp"

namespace loom::compile {

class Outline {
 public:
  explicit Outline(const Syntax&);

  // Whether the word is in the declaration of a `__shared__` variable.
  bool is_shared(std::string_view word) const { return shared_.contains(word); }

 private:
  std::set<std::string_view> shared_;
};

}  // namespace loom::compile
