#include "compile/assembly.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "compile/translate.hpp"

namespace loom::compile {
namespace {

struct Known {
  std::string_view ptx, meaning;
};

// What `mov.u32 %0, %…;` and `mov.u64 %0, %…;` may read.
constexpr Known registers[] = {
    {"laneid", "::loom::lane()"},
    {"warpid", "::loom::warp()"},
    {"lanemask_eq", "(1u << ::loom::lane())"},
    {"lanemask_lt", "((1u << ::loom::lane()) - 1)"},
    {"lanemask_le", "((2u << ::loom::lane()) - 1)"},
    {"lanemask_gt", "(~0u << ::loom::lane() << 1)"},
    {"lanemask_ge", "(~0u << ::loom::lane())"},
    {"clock", "static_cast<unsigned>(clock64())"},
    {"clock64", "clock64()"},
    {"globaltimer", "::loom::nanoseconds()"},
    {"tid.x", "threadIdx.x"},    {"tid.y", "threadIdx.y"},    {"tid.z", "threadIdx.z"},
    {"ntid.x", "blockDim.x"},    {"ntid.y", "blockDim.y"},    {"ntid.z", "blockDim.z"},
    {"ctaid.x", "blockIdx.x"},   {"ctaid.y", "blockIdx.y"},   {"ctaid.z", "blockIdx.z"},
    {"nctaid.x", "gridDim.x"},   {"nctaid.y", "gridDim.y"},   {"nctaid.z", "gridDim.z"},
};

// Instructions without operands.
constexpr Known instructions[] = {
    {"bar.sync0", "__syncthreads()"},     {"barrier.sync0", "__syncthreads()"}, {"membar.cta", "__threadfence_block()"},
    {"membar.gl", "__threadfence()"},     {"membar.sys", "__threadfence_system()"}, {"trap", "__trap()"},
    {"fence.acq_rel.cta", "__threadfence_block()"}, {"fence.acq_rel.gpu", "__threadfence()"},
    {"fence.acq_rel.sys", "__threadfence_system()"}, {"fence.sc.gpu", "__threadfence()"},
};

// Instructions that compute %0 from other operands.
constexpr Known computations[] = {
    {"vabsdiff4.u32.u32.u32.add%0,%1,%2,%3", "__vsadu4(%1, %2) + (%3)"},
    {"prmt.b32%0,%1,%2,%3", "__byte_perm(%1, %2, %3)"},
    {"brev.b32%0,%1", "__brev(%1)"},
    {"popc.b32%0,%1", "__popc(%1)"},
    {"clz.b32%0,%1", "__clz(%1)"},
};

// PTX names the type in the instruction, as in `mov.u32`, which no instruction of the host does.
bool names_a_type(std::string_view code) {
  for (std::size_t dot = code.find('.'); dot != std::string_view::npos; dot = code.find('.', dot + 1)) {
    const std::string_view rest = code.substr(dot + 1);
    if (rest.empty() || std::string_view("usbf").find(rest[0]) == std::string_view::npos) continue;
    for (std::string_view bits : {"8", "16", "32", "64"}) {
      const std::size_t end = 1 + bits.size();
      const bool ends = end == rest.size() || (end < rest.size() && !std::isalnum(static_cast<unsigned char>(rest[end])));
      if (ends && rest.substr(1).starts_with(bits)) return true;
    }
  }
  return false;
}

bool is_ptx(std::string_view code) {
  if (names_a_type(code)) return true;
  for (std::string_view instruction : {"bar.sync", "barrier.", "membar.", "fence.", "griddepcontrol.", "cp.async", "trap;", "brkpt;"})
    if (code.find(instruction) != std::string_view::npos) return true;
  return false;
}

class Statement {
 public:
  Statement(const Syntax& syntax, std::size_t first) : syntax_(syntax), first_(first), paren_(first + 1) {
    while (syntax_.is_identifier(paren_)) ++paren_;      // volatile
    if (!syntax_.is(paren_, "(") || syntax_.partner(paren_) == Syntax::none) return;
    for (after_ = paren_ + 1; after_ < syntax_.size() && syntax_[after_].kind == TokenKind::string; ++after_) add(syntax_[after_].text);
  }

  const std::string& code() const { return code_; }

  // What it says in C++, or nothing.
  std::string meaning() const {
    for (const Known& instruction : instructions)
      if (code_ == std::string(instruction.ptx) + ";" || code_ == instruction.ptx) return std::string(instruction.meaning);
    const std::vector<std::string> operands = this->operands();
    if (operands.empty()) return "";
    const std::string target = "(" + operands[0] + ") = ";
    for (const std::string_view move : {"mov.u32%0,", "mov.u64%0,", "mov.b32%0,"})
      if (code_.starts_with(move) && operands.size() == 1)
        for (const Known& known : registers)
          if (std::string_view(code_).substr(move.size()) == "%" + std::string(known.ptx) + ";") return target + std::string(known.meaning);
    for (const Known& known : computations)
      if (code_ == std::string(known.ptx) + ";" && static_cast<std::size_t>(std::ranges::count(known.ptx, '%')) == operands.size())
        return target + with(known, operands);
    return "";
  }

  Replacement replacement(const std::string& text) const { return {first_, syntax_.partner(paren_) + 1, text}; }

 private:
  // The instruction less its blanks; `%%` is a percent sign.
  void add(std::string_view literal) {
    for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
      const char c = literal[i];
      if (c == '\\' && i + 2 < literal.size()) ++i;       // \n, \t
      else if (c != ' ' && !(c == '%' && !code_.empty() && code_.back() == '%')) code_ += c;
    }
  }

  // `: "=r"(sum) : "r"(a), "r"(b)`: the expressions, and the first is the only one that is written. None where it is otherwise.
  std::vector<std::string> operands() const {
    std::vector<std::string> found;
    std::size_t i = after_;
    for (int list = 0; list < 2 && syntax_.is(i, ":"); ++list) {
      if (list == 1 && syntax_.is(i + 1, ":")) break;
      do {
        const std::size_t open = i + 2;
        if (open >= syntax_.size() || syntax_[i + 1].kind != TokenKind::string || !syntax_.is(open, "(") ||
            syntax_.partner(open) == Syntax::none)
          return {};
        std::string expression;
        for (std::size_t word = open + 1; word < syntax_.partner(open); ++word) expression += std::string(syntax_[word].text) + " ";
        found.push_back(std::move(expression));
        i = syntax_.partner(open) + 1;
      } while (syntax_.is(i, ","));
      if (list == 0 && found.size() != 1) return {};
    }
    const bool ends = syntax_.is(i, ")") || syntax_.is(i, ":") || syntax_.is(i, "::");
    return ends ? found : std::vector<std::string>{};
  }

  // The meaning with the operands in it.
  static std::string with(const Known& known, const std::vector<std::string>& operands) {
    std::string text;
    for (std::size_t i = 0; i < known.meaning.size(); ++i)
      if (known.meaning[i] == '%') text += operands[static_cast<std::size_t>(known.meaning[++i] - '0')];
      else text += known.meaning[i];
    return text;
  }

  const Syntax& syntax_;
  std::size_t first_, paren_, after_ = 0;
  std::string code_;
};

}  // namespace

std::vector<Replacement> replace_assembly(const Syntax& syntax, const Tokens& tokens) {
  std::vector<Replacement> found;
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax.is(i, "asm") && !syntax.is(i, "__asm__") && !syntax.is(i, "__asm")) continue;
    const Statement statement(syntax, i);
    if (!is_ptx(statement.code())) continue;
    const std::string meaning = statement.meaning();
    if (meaning.empty())
      throw TranslationError(place(tokens, syntax[i]) + ": error: this is PTX, a GPU's assembly, which loom cannot run; " +
                             "write it in C++, or put it between `#ifndef __LOOM__` and `#endif`");
    found.push_back(statement.replacement(meaning));
  }
  return found;
}

}  // namespace loom::compile
