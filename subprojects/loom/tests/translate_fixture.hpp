// What the tests of the translation share. Its texts are as the preprocessor would hand them over, with CUDA's words for readability.
#pragma once

#include <string>
#include <string_view>

#include "compile/translate.hpp"

namespace fixture {

inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
}

// What loom/keywords.h does to the words.
inline std::string translated(std::string text, const loom::compile::TranslateOptions& options = {}) {
  for (std::string word : {"host", "global", "device", "constant", "managed", "shared"}) replace_all(text, "__" + word + "__", "__loom_" + word + "__");
  return loom::compile::translate("# 1 \"t.cu\"\n" + text, options).substr(11);
}

}  // namespace fixture
