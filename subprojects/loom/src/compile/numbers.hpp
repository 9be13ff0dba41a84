// Kernels that do nothing but compute with numbers, which threads need not be told apart for.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/outline.hpp"
#include "compile/strides.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// What a body is made of that calls no function by its text, but for those that are of the same kind or known to compute only.
struct Numbers {
  // The words for types and variables that it, or one of these functions, has from elsewhere. Where these are numbers, pointers to
  // numbers and arrays of numbers, as only the compiler knows, there is no operator, conversion or constructor in it that would be a
  // function, either.
  std::vector<std::string> names;
  std::vector<std::size_t> indices;  // where it says `threadIdx`
  // Whether they may be enumerations, CUDA's vectors or these structs, too: there are no operators for such, or they do no more.
  bool with_structs = false;
  std::vector<std::string> structs;
  std::optional<Stride> stride;      // where it is one loop of that kind
};

// What is known of words before: the types among the parameters of a kernel's template, and its own parameters.
struct Known {
  std::vector<std::string_view> types, variables;
};

class NumbersReader {
 public:
  explicit NumbersReader(const Syntax& syntax) : syntax_(syntax), outline_(syntax) {}

  // Reads a kernel's body between these braces; nothing where it calls other functions, declares more than numbers, uses shared memory,
  // which each block is given afresh, or says what is not known here.
  std::optional<Numbers> read(std::size_t open, std::size_t close, const Known&);

  // The names that a function has from elsewhere; nothing where it is not of the kind, or calls itself.
  const std::optional<std::vector<std::string>>& read(const Outline::Function&);

 private:
  const Syntax& syntax_;
  Outline outline_;
  std::map<std::size_t, std::optional<std::vector<std::string>>> functions_;    // by where they begin
};

}  // namespace loom::compile
