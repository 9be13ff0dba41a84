// What the translator owes to any text, and chance that comes out the same each time.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include "compile/translate.hpp"

namespace survival {

// True where it answers with a text, or with a mistake that it names by its place, whether accesses are to be watched or not.
inline bool survives(const std::string& text) {
  try {
    (void)loom::compile::translate(text);
    (void)loom::compile::translate(text, {.relocatable = true, .watched = false});
    return true;
  } catch (const loom::compile::TranslationError& error) {
    const std::string_view what = error.what();
    return what.find(": error: ") != std::string_view::npos && what.find(':') < what.find(": error: ");
  }
}

using Random = std::mt19937;

inline std::size_t below(Random& random, std::size_t limit) { return random() % limit; }

}  // namespace survival
