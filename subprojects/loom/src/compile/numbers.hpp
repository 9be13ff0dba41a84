// Kernels that do nothing but compute with numbers, which threads need not be told apart for.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/outline.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

// What a body is made of that calls no function by its text.
struct Numbers {
  // The words for types and variables that it has from elsewhere. Where these are numbers, pointers to numbers and arrays of numbers,
  // as only the compiler knows, there is no operator, conversion or constructor in it that would be a function, either.
  std::vector<std::string> names;
  std::vector<std::size_t> indices;  // where it says `threadIdx`
};

// What is known of words before: the types among the parameters of a kernel's template, and its own parameters.
struct Known {
  std::vector<std::string_view> types, variables;
};

// Reads the body between these braces; nothing where it calls a function, declares more than numbers, uses shared memory, which each
// block is given afresh, or says what is not known here.
std::optional<Numbers> read_numbers(const Syntax&, const Outline&, std::size_t open, std::size_t close, const Known&);

}  // namespace loom::compile
