// What a file declares outside of its functions, as far as it matters to those that do nothing but compute with numbers.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "compile/syntax.hpp"

namespace loom::compile {

class Outline {
 public:
  explicit Outline(const Syntax&);

  struct Function {
    std::size_t first = 0;           // word of its declaration
    std::size_t name = 0;            // or `operator`
    std::size_t paren = 0;           // the `(` of its parameters
    std::size_t body = Syntax::none; // its `{`, if that is here
  };
  // All of that name, wherever; those of operators go by `operator`.
  const std::vector<Function>& functions(std::string_view name) const;

  // A struct of nothing but numbers, pointers to them and arrays of them. No other type here has its name.
  struct Record {
    std::size_t name = 0;
    std::size_t scope = Syntax::none;
  };
  const std::vector<Record>& records() const { return records_; }
  bool is_record(std::string_view word) const;

  // The `{` of the innermost namespace around the word; `none` where there is none.
  std::size_t scope_of(std::size_t i) const;

  // Whether the word is in the declaration of a `__shared__` variable.
  bool is_shared(std::string_view word) const { return shared_.contains(word); }

 private:
  std::size_t declaration(std::size_t i);
  std::size_t end_of_name(std::size_t i) const;
  void type(std::size_t keyword, std::size_t open, bool is_template);
  bool holds_only_numbers(std::size_t open) const;
  bool is_type(std::size_t i) const;

  const Syntax& syntax_;
  std::map<std::string_view, std::vector<Function>> functions_;
  std::vector<Record> records_;
  std::set<std::string_view> types_;
  std::vector<std::size_t> namespaces_;
  std::set<std::string_view> shared_;
};

}  // namespace loom::compile
