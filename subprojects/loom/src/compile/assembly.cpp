#include "compile/assembly.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "compile/ptx/ptx.hpp"

namespace loom::compile {
namespace {

// PTX names the type in the instruction, as in `mov.u32`, which no instruction of the host does.
bool names_a_type(std::string_view code) {
  for (std::size_t dot = code.find('.'); dot != std::string_view::npos; dot = code.find('.', dot + 1)) {
    const std::string_view rest = code.substr(dot + 1);
    if (rest.empty() || std::string_view("usbf").find(rest[0]) == std::string_view::npos) continue;
    for (std::string_view bits : {"8", "16", "16x2", "32", "64", "128"}) {
      const std::size_t end = 1 + bits.size();
      const bool ends = end == rest.size() || (end < rest.size() && !std::isalnum(static_cast<unsigned char>(rest[end])));
      if (ends && rest.substr(1).starts_with(bits)) return true;
    }
  }
  return false;
}

// Names of instructions that need not name a type, and that no instruction of the host has.
constexpr std::string_view of_ptx_alone[] = {
    "activemask", "applypriority", "bar", "barrier", "bra", "brkpt", "clusterlaunchcontrol", "cp", "createpolicy", "discard", "elect", "exit", "fence",
    "griddepcontrol", "ldmatrix", "mapa", "mbarrier", "membar", "mma", "movmatrix", "multimem", "nanosleep", "pmevent", "prefetch", "prefetchu", "red",
    "setmaxnreg", "stmatrix", "tcgen05", "tensormap", "trap", "wgmma", "wmma",
};

bool is_ptx(std::string_view code) {
  return names_a_type(code) || std::ranges::any_of(parse_ptx(code).instructions, [](const PtxInstruction& instruction) {
    return !instruction.words.empty() && std::ranges::find(of_ptx_alone, instruction.words[0]) != std::end(of_ptx_alone);
  });
}

// The variable type of a register, by the letter that constrains an operand; "auto" for a constant.
std::string_view register_type(std::string_view constraint) {
  switch (constraint.empty() ? '\0' : constraint.back()) {
    case 'h': return "unsigned short";
    case 'r': return "unsigned";
    case 'l': return "unsigned long long";
    case 'f': return "float";
    case 'd': return "double";
    case 'n': return "auto";
    default: return "";
  }
}

class Statement {
 public:
  Statement(const Syntax& syntax, std::size_t first) : syntax_(syntax), first_(first), paren_(first + 1) {
    while (syntax_.is_identifier(paren_)) ++paren_;      // volatile
    if (!syntax_.is(paren_, "(") || syntax_.partner(paren_) == Syntax::none) return;
    for (after_ = paren_ + 1; after_ < syntax_.size() && syntax_[after_].kind == TokenKind::string; ++after_) add(syntax_[after_].text);
  }

  const std::string& code() const { return code_; }

  // `asm volatile("" : "+f"(sum) :: "memory")` keeps nvcc from moving a register of the GPU; to the host, `f` means another kind.
  bool only_binds_registers() const {
    if (after_ == 0 || std::ranges::any_of(code_, [](unsigned char c) { return !std::isspace(c); })) return false;
    return std::ranges::any_of(operands(), [](const Operand& operand) { return operand.constraint.ends_with('f'); });
  }

  // What it says in C++: variables for its operands, what the instructions do with them, and what comes out.
  // Throws UnknownPtx.
  std::string meaning() const {
    const std::string statements = ptx_as_cpp(parse_ptx(code_));
    // Registers that an instruction uses beyond its end are known by their places.
    const bool lends = code_.find("wgmma.mma_async") != std::string::npos;
    std::string before = lends ? "const ::loom::UsesRegisters __ptx_uses; " : "", after;
    std::size_t number = 0;
    for (const Operand& operand : operands()) {
      const std::string_view type = register_type(operand.constraint);
      if (type.empty()) throw UnknownPtx("\"" + operand.constraint + "\"");
      if (lends && type != "auto")
        before += "__attribute__((unused)) const void* const __ptx_place" + std::to_string(number) + " = ::loom::ptx::place_of(" + operand.expression + "); ";
      const std::string name = "__ptx" + std::to_string(number++);
      before += "__attribute__((unused)) " + std::string(type) + " " + name;
      if (type == "auto") before += " = " + operand.expression;
      else if (operand.constraint[0] == '=') before += "{}";
      else before += " = ::loom::ptx::as<" + std::string(type) + ">(" + operand.expression + ")";
      before += "; ";
      if (operand.constraint[0] == '=' || operand.constraint[0] == '+')
        after += "(" + operand.expression + ") = ::loom::ptx::as<__typeof__(" + operand.expression + ")>(" + name + "); ";
    }
    return "({ " + before + statements + after + "})";
  }

  Replacement replacement(const std::string& text) const { return {first_, syntax_.partner(paren_) + 1, text}; }

 private:
  struct Operand {
    std::string constraint, expression;
  };

  // The code that a literal stands for; `%%` is a percent sign, and `%=` a number for labels, which do not need one here.
  void add(std::string_view literal) {
    for (std::size_t i = literal.find('"') + 1; i + 1 < literal.size(); ++i) {
      const char c = literal[i];
      if (c == '\\' && i + 2 < literal.size()) code_ += literal[++i] == 'n' ? '\n' : ' ';
      else if (c == '%' && literal[i + 1] == '=') ++i;
      else if (c != '%' || code_.empty() || code_.back() != '%') code_ += c;
    }
  }

  // `: "=r"(sum) : "r"(a), "r"(b)`; nvcc does not ask for the commas.
  std::vector<Operand> operands() const {
    std::vector<Operand> found;
    std::size_t i = after_;
    for (int list = 0; list < 2 && (syntax_.is(i, ":") || syntax_.is(i, "::")); ++list) {
      if (syntax_.is(i, "::") && ++list > 1) break;
      for (++i; i < syntax_.size() && syntax_[i].kind == TokenKind::string; i += syntax_.is(i, ",")) {
        const std::size_t open = i + 1;
        if (!syntax_.is(open, "(") || syntax_.partner(open) == Syntax::none) throw UnknownPtx(code_);
        const std::string_view constraint = syntax_[i].text;
        Operand operand{std::string(constraint.substr(1, constraint.size() - 2)), ""};
        for (std::size_t word = open + 1; word < syntax_.partner(open); ++word) {
          if (word > open + 1 && syntax_[word].begin > syntax_[word - 1].end()) operand.expression += ' ';
          operand.expression += syntax_[word].text;
        }
        found.push_back(std::move(operand));
        i = syntax_.partner(open) + 1;
      }
    }
    return found;
  }

  const Syntax& syntax_;
  std::size_t first_, paren_, after_ = 0;
  std::string code_;
};

std::string literal(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + '"';
}

// Ends the kernel that comes to it. That it may happen is a warning of the compiler's, which knows what is never called; headers of the
// system are not its reader's to change. A local class, for in a template a local declaration would lose its attributes.
std::string refusal(const std::string& instruction, bool in_system_header) {
  std::string warning;
  if (!in_system_header)
    warning = ", __warning__(" + literal("`" + instruction + "` is PTX, a GPU's assembly, of a kind that loom cannot run: a kernel that "
                                                             "reaches it ends " +
                                         "there. Write it in C++, or put it between `#ifndef __LOOM__` and `#endif`") + ")";
  return "({ struct __loom_ptx { __attribute__((__noinline__, __noreturn__, __cold__" + warning + ")) static void end() { ::loom::unknown_ptx(" +
         literal(instruction) + ", __builtin_return_address(0)); } }; __loom_ptx::end(); })";
}

}  // namespace

std::vector<Replacement> replace_assembly(const Syntax& syntax) {
  std::vector<Replacement> found;
  for (std::size_t i = 0; i < syntax.size(); ++i) {
    if (!syntax.is(i, "asm") && !syntax.is(i, "__asm__") && !syntax.is(i, "__asm")) continue;
    const Statement statement(syntax, i);
    try {
      if (statement.only_binds_registers()) found.push_back(statement.replacement("static_cast<void>(0)"));
      else if (is_ptx(statement.code())) found.push_back(statement.replacement(statement.meaning()));
    } catch (const UnknownPtx& unknown) {
      found.push_back(statement.replacement(refusal(unknown.what(), syntax[i].from_system_macro)));
    }
  }
  return found;
}

}  // namespace loom::compile
