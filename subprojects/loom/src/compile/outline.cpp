#include "compile/outline.hpp"

namespace loom::compile {

Outline::Outline(const Syntax& syntax) {
  for (std::size_t i = 0; i < syntax.size(); ++i)
    if (syntax.is(i, "__loom_shared__") && syntax.at_file_scope(i))
      for (; i < syntax.size() && !syntax.is(i, ";"); ++i)
        if (syntax.is_identifier(i)) shared_.insert(syntax[i].text);
}

}  // namespace loom::compile
