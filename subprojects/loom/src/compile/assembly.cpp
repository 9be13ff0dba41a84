#include "compile/assembly.hpp"

#include <cctype>
#include <string>
#include <string_view>

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
    for (const std::string_view move : {"mov.u32%0,", "mov.u64%0,", "mov.b32%0,"})
      if (code_.starts_with(move))
        for (const Known& known : registers)
          if (std::string_view(code_).substr(move.size()) == "%" + std::string(known.ptx) + ";") return assignment(known.meaning);
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

  // `: "=r"(lane)`, the only operand.
  std::string assignment(std::string_view value) const {
    const std::size_t open = after_ + 2;
    const bool one = syntax_.is(after_, ":") && after_ + 1 < syntax_.size() && syntax_[after_ + 1].kind == TokenKind::string &&
                     syntax_.is(open, "(") && syntax_.partner(open) != Syntax::none;
    if (!one) return "";
    const std::size_t next = syntax_.partner(open) + 1;
    if (!syntax_.is(next, ")") && !syntax_.is(next, ":") && !syntax_.is(next, "::")) return "";
    std::string target;
    for (std::size_t i = open + 1; i + 1 < next; ++i) target += std::string(syntax_[i].text) + " ";
    return "(" + target + ") = " + std::string(value);
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
