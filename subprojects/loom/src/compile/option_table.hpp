// The options that loomcc knows, as nvcc spells them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compile/options.hpp"

namespace loom::compile {

// How an option takes its value: not at all; as the next argument or after `=`; or joined to its name as well.
enum class Form { alone, separate, joined };

struct KnownOption {
  std::string_view name;             // short, "-o"
  std::string_view long_name;        // "--output-file", or empty
  Form form;
  void (*set)(Options&, const std::string& value);
};

std::span<const KnownOption> known_options();

// Appends the parts of a list that are separated by commas and blanks; `\,` is a comma of the part itself.
void split_list(const std::string& list, std::vector<std::string>& to);

// What nvcc's -Werror may be told, and what that is to GCC: nothing, where it warns of what loom does not have.
struct ErrorKind {
  std::string_view name, for_gcc;
};
std::span<const ErrorKind> error_kinds();

}  // namespace loom::compile
