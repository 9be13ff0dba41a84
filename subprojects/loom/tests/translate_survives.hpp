// What the translator owes to any text, and chance that comes out the same each time.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include "compile/host_calls.hpp"
#include "compile/rewrite.hpp"
#include "compile/translate.hpp"

namespace survival {

// True where the work is done, or ends with a mistake that it names by its place.
inline bool ends_well(auto work) {
  try {
    work();
    return true;
  } catch (const loom::compile::TranslationError& error) {
    const std::string_view what = error.what();
    return what.find(": error: ") != std::string_view::npos && what.find(':') < what.find(": error: ");
  }
}

// Whether accesses are to be watched or not.
inline bool survives(const std::string& text) {
  return ends_well([&] { loom::compile::refuse_calls_of_host_functions(text, false); }) && ends_well([&] {
           (void)loom::compile::translate(text);
           (void)loom::compile::translate(text, {.relocatable = true, .watched = false});
         });
}

using Random = std::mt19937;

inline std::size_t below(Random& random, std::size_t limit) { return random() % limit; }

}  // namespace survival
