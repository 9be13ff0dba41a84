// What each instruction of PTX says in C++: mostly a call of the function of that name in loom/device_ptx.h.
#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "compile/ptx.hpp"

namespace loom::compile {
namespace {

struct Known {
  std::string_view ptx, meaning;
};

constexpr Known special_registers[] = {
    {"%laneid", "::loom::lane()"},
    {"%warpid", "::loom::warp()"},
    {"%smid", "::loom::multiprocessor()"},
    {"%nsmid", "::loom::multiprocessors()"},
    {"%lanemask_eq", "(1u << ::loom::lane())"},
    {"%lanemask_lt", "((1u << ::loom::lane()) - 1)"},
    {"%lanemask_le", "((2u << ::loom::lane()) - 1)"},
    {"%lanemask_gt", "(~0u << ::loom::lane() << 1)"},
    {"%lanemask_ge", "(~0u << ::loom::lane())"},
    {"%clock", "static_cast<unsigned>(clock64())"},
    {"%clock64", "static_cast<unsigned long long>(clock64())"},
    {"%globaltimer", "::loom::nanoseconds()"},
    {"%tid.x", "threadIdx.x"},   {"%tid.y", "threadIdx.y"},   {"%tid.z", "threadIdx.z"},
    {"%ntid.x", "blockDim.x"},   {"%ntid.y", "blockDim.y"},   {"%ntid.z", "blockDim.z"},
    {"%ctaid.x", "blockIdx.x"},  {"%ctaid.y", "blockIdx.y"},  {"%ctaid.z", "blockIdx.z"},
    {"%nctaid.x", "gridDim.x"},  {"%nctaid.y", "gridDim.y"},  {"%nctaid.z", "gridDim.z"},
    {"%nwarpid", "64u"},
    {"WARP_SZ", "32u"},
};

// Those that have nothing to do with values.
constexpr Known whole[] = {
    {"bar.sync 0", "__syncthreads()"},
    {"barrier.sync 0", "__syncthreads()"},
    {"barrier.sync.aligned 0", "__syncthreads()"},
    {"membar.cta", "__threadfence_block()"},
    {"membar.gl", "__threadfence()"},
    {"membar.sys", "__threadfence_system()"},
    {"fence.acq_rel.cta", "__threadfence_block()"},
    {"fence.acq_rel.gpu", "__threadfence()"},
    {"fence.acq_rel.sys", "__threadfence_system()"},
    {"fence.sc.cta", "__threadfence_block()"},
    {"fence.sc.gpu", "__threadfence()"},
    {"fence.sc.sys", "__threadfence_system()"},
    {"trap", "__trap()"},
    {"brkpt", "__brkpt()"},
    {"cp.async.commit_group", "::loom::commit_copies()"},
    {"cp.async.wait_all", "::loom::ptx::wait_for_all_copies()"},
};

// A value of the type that the name ends with, from operands of that type. `.lo` and roundings to nearest are what C++ does; the
// functions behind the approximations are more exact than those.
struct Computed {
  std::string_view name;
  std::size_t operands;
};
constexpr Computed computed[] = {
    {"add", 2}, {"sub", 2}, {"mul", 2}, {"mad", 3}, {"fma", 3}, {"div", 2}, {"rem", 2}, {"min", 2}, {"max", 2}, {"neg", 1}, {"abs", 1},
    {"and", 2}, {"or", 2}, {"xor", 2}, {"not", 1}, {"brev", 1}, {"popc", 1}, {"clz", 1}, {"bfind", 1}, {"sad", 3}, {"ex2", 1},
    {"lg2", 1}, {"sin", 1}, {"cos", 1}, {"tanh", 1}, {"rcp", 1}, {"sqrt", 1}, {"rsqrt", 1},
};

constexpr std::string_view without_effect[] = {"lo", "rn", "ftz", "approx", "full"};

constexpr Known comparisons[] = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="}, {"gt", ">"}, {"ge", ">="},
                                 {"lo", "<"},  {"ls", "<="}, {"hi", ">"}, {"hs", ">="}};

constexpr Known atomics[] = {{"add", "atomicAdd"}, {"exch", "atomicExch"}, {"min", "atomicMin"}, {"max", "atomicMax"}, {"inc", "atomicInc"},
                             {"dec", "atomicDec"}, {"cas", "atomicCAS"},   {"and", "atomicAnd"}, {"or", "atomicOr"},   {"xor", "atomicXor"}};

constexpr Known spaces[] = {{"shared", "__isShared"}, {"global", "__isGlobal"}, {"const", "__isConstant"}, {"local", "__isLocal"}};

constexpr Known scopes[] = {{"cta", "block"}, {"gpu", "device"}, {"sys", "system"}};

template <class Table>
const Known* find(const Table& table, std::string_view ptx) {
  const auto* const found = std::ranges::find(table, ptx, &Known::ptx);
  return found != std::end(table) ? found : nullptr;
}

std::string function(std::string_view name, std::string_view type) {
  return "::loom::ptx::" + std::string(name) + "_<" + std::string(type) + ">";
}

class Writer {
 public:
  explicit Writer(const PtxCode& code) : code_(code) {}

  std::string say(const PtxInstruction& instruction) {
    at_ = &instruction;
    const std::string statement = meaning() + "; ";
    if (instruction.guard.empty()) return statement;
    return std::string(instruction.if_false ? "if (!" : "if (") + variable(instruction.guard) + ") { " + statement + "} ";
  }

 private:
  [[noreturn]] void unknown() const { throw UnknownPtx(at_->text); }
  const std::string& root() const { return at_->words[0]; }
  std::string type() const { return named_type(at_->words.back()); }
  std::string named_type(std::string_view suffix) const {
    const std::string_view name = ptx_type(suffix);
    if (name.empty()) unknown();
    return std::string(name);
  }
  const std::string& operand(std::size_t i) const {
    if (i >= at_->operands.size()) unknown();
    return at_->operands[i];
  }
  void takes(std::size_t operands) const {
    if (at_->operands.size() != operands) unknown();
  }
  // All words between the first and the last are among these.
  void says_only(std::initializer_list<std::string_view> words) const {
    for (std::size_t i = 1; i + 1 < at_->words.size(); ++i)
      if (std::ranges::find(words, at_->words[i]) == words.end()) unknown();
  }

  // The variable that stands for a register.
  std::string variable(std::string_view name) const {
    if (name.size() > 1 && name[0] == '%' && std::ranges::all_of(name.substr(1), [](unsigned char c) { return std::isdigit(c); }))
      return "__ptx" + std::string(name.substr(1));
    for (const PtxCode::Register& known : code_.registers)
      if (known.name == name) return "__ptx_" + std::string(name.substr(name[0] == '%'));
    unknown();
  }

  std::string bare(const std::string& text) const {
    if (const Known* const known = find(special_registers, text)) return std::string(known->meaning);
    if (text.starts_with("0f") || text.starts_with("0F")) return "__builtin_bit_cast(float, 0x" + text.substr(2) + "u)";
    if (text.starts_with("0d") || text.starts_with("0D")) return "__builtin_bit_cast(double, 0x" + text.substr(2) + "ull)";
    if (std::isdigit(static_cast<unsigned char>(text[0])) || text[0] == '-') return text;
    return variable(text);
  }
  std::string value(const std::string& text, const std::string& type) const { return "::loom::ptx::as<" + type + ">(" + bare(text) + ")"; }
  std::string value(std::size_t i, const std::string& type) const { return value(operand(i), type); }

  // All operands but the first.
  std::string values(const std::vector<std::string>& types) const {
    takes(types.size() + 1);
    std::string text;
    for (std::size_t i = 0; i < types.size(); ++i) text += (i > 0 ? ", " : "") + value(i + 1, types[i]);
    return text;
  }

  std::string set(const std::string& target, const std::string& what) const {
    if (target == "_") return "static_cast<void>(" + what + ")";
    const std::string name = variable(target);
    return name + " = ::loom::ptx::as<__typeof__(" + name + ")>(" + what + ")";
  }
  std::string set(const std::string& what) const { return set(operand(0), what); }

  // `{a, b}` as the names in it.
  std::vector<std::string> parts(const std::string& text) const {
    std::vector<std::string> names;
    std::string name;
    for (const char c : text) {
      if (c == ',' || c == '}') names.push_back(std::move(name)), name.clear();
      else if (c != '{' && c != ' ') name += c;
    }
    return names;
  }

  // `[%1+16]`
  std::string address(std::size_t i, const std::string& type) const {
    const std::string& text = operand(i);
    if (text.size() < 3 || text.front() != '[' || text.back() != ']') unknown();
    std::string base = text.substr(1, text.size() - 2), offset = "0";
    std::erase(base, ' ');
    if (const std::size_t sign = base.find_first_of("+-"); sign != std::string::npos) {
      offset = base.substr(base[sign] == '+' ? sign + 1 : sign);
      base.resize(sign);
    }
    return function("address", type) + "(" + variable(base) + ", " + offset + ")";
  }

  std::string meaning() {
    if (const Known* const known = find(whole, at_->text)) return std::string(known->meaning);
    const std::string& name = root();
    if (name == "mov") return move();
    if (name == "cvt") return convert();
    if (name == "cvta") return takes(2), set(at_->says("to") ? value(1, type()) : "::loom::ptx::generic(" + bare(operand(1)) + ")");
    if (name == "setp") return compare();
    if (name == "selp") return takes(4), set(bare(operand(3)) + " ? " + value(1, type()) + " : " + value(2, type()));
    if (name == "shl" || name == "shr") return set(function(name, type()) + "(" + values({type(), "unsigned"}) + ")");
    if (name == "ld" || name == "ldu") return load();
    if (name == "st") return store();
    if (name == "atom" || name == "red") return update();
    if (name == "cp") return copy();
    if (name == "prefetch" || name == "prefetchu") return "static_cast<void>(0)";
    if (name == "nanosleep") return takes(1), "__nanosleep(" + value(0, "unsigned") + ")";
    if (name == "isspacep") return space();
    if (std::string text = of_bits(); !text.empty()) return text;
    if (std::string text = of_warps(); !text.empty()) return text;
    return arithmetic();
  }

  std::string arithmetic() {
    const auto* const known = std::ranges::find(computed, root(), &Computed::name);
    if (known == std::end(computed)) unknown();
    std::string name(known->name);
    for (std::size_t i = 1; i + 1 < at_->words.size(); ++i) {
      const std::string& word = at_->words[i];
      if ((word == "hi" || word == "wide") && (name == "mul" || name == "mad")) name += "_" + word;
      else if (std::ranges::find(without_effect, word) == std::end(without_effect)) unknown();
    }
    if (name == "mad_wide") {
      takes(4);
      return set(function(name, type()) + "(" + value(1, type()) + ", " + value(2, type()) + ", " + bare(operand(3)) + ")");
    }
    return set(function(name, type()) + "(" + values(std::vector<std::string>(known->operands, type())) + ")");
  }

  std::string of_bits() {
    const std::string& name = root();
    if (name == "prmt") return says_only({}), set("__byte_perm(" + values({"unsigned", "unsigned", "unsigned"}) + ")");
    if (name == "lop3") return says_only({}), set("::loom::ptx::lop3(" + values({"unsigned", "unsigned", "unsigned", "unsigned"}) + ")");
    if (name == "bfe") return set(function(name, type()) + "(" + values({type(), "unsigned", "unsigned"}) + ")");
    if (name == "bfi") return set(function(name, type()) + "(" + values({type(), type(), "unsigned", "unsigned"}) + ")");
    if (name == "shf") {
      says_only({"l", "r", "wrap", "clamp"});
      const std::string shift = std::string("__funnelshift_") + (at_->says("l") ? "l" : "r") + (at_->says("clamp") ? "c" : "");
      return set(shift + "(" + values({"unsigned", "unsigned", "unsigned"}) + ")");
    }
    if (name == "dp4a") {
      if (at_->words.size() != 3 || at_->words[1] != at_->words[2]) unknown();
      return set("__dp4a(" + values({type(), type(), type()}) + ")");
    }
    if (name == "vabsdiff4") {
      if (at_->text.find(".u32.u32.u32.add") == std::string::npos) unknown();
      return takes(4), set("__vsadu4(" + value(1, "unsigned") + ", " + value(2, "unsigned") + ") + " + value(3, "unsigned"));
    }
    return "";
  }

  std::string of_warps() {
    const std::string& name = root();
    if (name == "activemask") return takes(1), set("__activemask()");
    if (name == "bar" && at_->says("warp")) return takes(1), "__syncwarp(" + value(0, "unsigned") + ")";
    if (name == "vote" && at_->says("sync")) {
      takes(3);
      const std::string vote = at_->says("ballot") ? "__ballot_sync" : at_->says("any") ? "__any_sync" : at_->says("all") ? "__all_sync" : "";
      if (vote.empty()) unknown();
      return set(vote + "(" + value(2, "unsigned") + ", " + bare(operand(1)) + ")");
    }
    if (name == "redux" && at_->says("sync") && at_->words.size() == 4)
      return takes(3), set("__reduce_" + at_->words[2] + "_sync(" + value(2, "unsigned") + ", " + value(1, type()) + ")");
    if (name == "match" && at_->says("any")) return takes(3), set("__match_any_sync(" + value(2, "unsigned") + ", " + value(1, type()) + ")");
    if (name == "shfl" && at_->says("sync") && at_->words.size() == 4) return shuffle();
    return "";
  }

  std::string shuffle() {
    takes(5);
    const std::string& way = at_->words[2];
    if (way != "up" && way != "down" && way != "bfly" && way != "idx") unknown();
    std::string target = operand(0), valid = "_";
    if (const std::size_t bar = target.find('|'); bar != std::string::npos) {
      valid = target.substr(bar + 1);
      target.resize(bar);
    }
    return "{ const auto __ptx_got = ::loom::ptx::shuffle_" + way + "(" + value(1, "unsigned") + ", " + value(2, "unsigned") + ", " +
           value(3, "unsigned") + ", " + value(4, "unsigned") + "); " + set(target, "__ptx_got.value") + "; " + set(valid, "__ptx_got.valid") + "; }";
  }

  std::string move() {
    takes(2);
    if (operand(0)[0] == '{') {
      const std::vector<std::string> names = parts(operand(0));
      if (names.size() != 2) unknown();
      return set(names[0], "::loom::ptx::low_(" + value(1, type()) + ")") + "; " + set(names[1], "::loom::ptx::high_(" + value(1, type()) + ")");
    }
    if (operand(1)[0] == '{') {
      const std::vector<std::string> names = parts(operand(1));
      if (names.size() != 2) unknown();
      return set(function("pair", type()) + "(" + bare(names[0]) + ", " + bare(names[1]) + ")");
    }
    return set(value(1, type()));
  }

  std::string convert() {
    takes(2);
    if (at_->words.size() < 3) unknown();
    const std::string from = named_type(at_->words.back()), to = named_type(at_->words[at_->words.size() - 2]);
    std::string rounding = "rn";
    for (std::size_t i = 1; i + 2 < at_->words.size(); ++i) {
      const std::string& word = at_->words[i];
      if (word == "rni" || word == "rzi" || word == "rmi" || word == "rpi") rounding = word;
      else if (word != "rn" && word != "ftz") unknown();
    }
    return set("::loom::ptx::convert_" + rounding + "<" + to + ">(" + value(1, from) + ")");
  }

  std::string compare() {
    takes(3);
    if (at_->words.size() < 3) unknown();
    const Known* const known = find(comparisons, at_->words[1]);
    if (!known || at_->words.size() > 4 || (at_->words.size() == 4 && at_->words[2] != "ftz")) unknown();
    return set(value(1, type()) + " " + std::string(known->meaning) + " " + value(2, type()));
  }

  std::string space() {
    takes(2);
    const std::string& which = at_->words.back();
    const Known* const test = find(spaces, which);
    if (!test) unknown();
    return set(std::string(test->meaning) + "(reinterpret_cast<const void*>(" + value(1, "unsigned long long") + "))");
  }

  // Memory. Hints for the caches change nothing.
  void says_memory_words() const {
    says_only({"global", "shared", "shared::cta", "const", "local", "ca", "cg", "cs", "cv", "lu", "wb", "wt", "nc", "weak", "volatile", "relaxed", "acquire",
               "release", "acq_rel", "cta", "gpu", "sys", "v2", "v4", "L1::no_allocate", "L1::evict_last", "L1::evict_first", "L2::128B", "L2::64B",
               "L2::256B", "add", "exch", "min", "max", "inc", "dec", "cas", "and", "or", "xor"});
  }
  std::string scope() const {
    for (const Known& known : scopes)
      if (at_->says(known.ptx)) return "::loom::Scope::" + std::string(known.meaning);
    unknown();
  }
  // The vector that holds so many, for an access to be one.
  std::string vector_of(std::size_t count) const {
    const std::string_view bits = std::string_view(at_->words.back()).substr(1);
    const std::string_view element = bits == "8" ? "uchar" : bits == "16" ? "ushort" : bits == "32" ? "uint" : bits == "64" && count == 2 ? "ulonglong" : "";
    if (element.empty() || (count != 2 && count != 4)) unknown();
    return std::string(element) + std::to_string(count);
  }

  std::string load() {
    takes(2), says_memory_words();
    if (operand(0)[0] == '{') {
      const std::vector<std::string> names = parts(operand(0));
      const std::string vector = vector_of(names.size());
      std::string text = "{ const auto __ptx_got = *" + address(1, "const " + vector) + "; ";
      for (std::size_t i = 0; i < names.size(); ++i) text += set(names[i], std::string("__ptx_got.") + "xyzw"[i]) + "; ";
      return text + "}";
    }
    if (at_->says("relaxed") || at_->says("acquire"))
      return set("::loom::atomic_load(" + address(1, type()) + ", ::loom::Order::" + (at_->says("acquire") ? "acquire" : "relaxed") + ", " + scope() + ")");
    return set("*" + address(1, at_->says("volatile") ? "const volatile " + type() : "const " + type()));
  }

  std::string store() {
    takes(2), says_memory_words();
    if (operand(1)[0] == '{') {
      const std::vector<std::string> names = parts(operand(1));
      const std::string vector = vector_of(names.size());
      std::string text = "*" + address(0, vector) + " = " + vector + "{";
      for (std::size_t i = 0; i < names.size(); ++i)
        text += (i ? ", " : "") + value(names[i], "decltype(" + vector + "::x)");
      return text + "}";
    }
    if (at_->says("relaxed") || at_->says("release"))
      return "::loom::atomic_store(" + address(0, type()) + ", " + value(1, type()) + ", ::loom::Order::" + (at_->says("release") ? "release" : "relaxed") +
             ", " + scope() + ")";
    return "{ *" + address(0, at_->says("volatile") ? "volatile " + type() : type()) + " = " + value(1, type()) + "; }";
  }

  // CUDA's atomics are relaxed; fences beside them make up for what PTX says of order.
  std::string update() {
    says_memory_words();
    const std::size_t first = root() == "atom" ? 1 : 0;
    const auto operation = std::ranges::find_if(at_->words, [](const std::string& word) { return find(atomics, word) != nullptr; });
    if (operation == at_->words.end()) unknown();
    takes(first + (*operation == "cas" ? 3 : 2));
    const std::string kind = *operation == "add" && type() == "long long" ? "unsigned long long" : type();
    const std::string among = at_->says("cta") ? "_block" : at_->says("sys") ? "_system" : "";
    std::string text = std::string(find(atomics, *operation)->meaning) + among + "(" + address(first, kind);
    for (std::size_t i = first + 1; i < at_->operands.size(); ++i) text += ", " + value(i, kind);
    text += ")";
    if (first == 1) text = set(text);
    const std::string fence = "__threadfence" + among + "()";
    if (at_->says("release") || at_->says("acq_rel")) text = fence + "; " + text;
    if (at_->says("acquire") || at_->says("acq_rel")) text += "; " + fence;
    return "{ " + text + "; }";
  }

  std::string copy() {
    if (!at_->says("async") || at_->says("bulk") || at_->says("mbarrier")) unknown();
    if (at_->says("wait_group")) return "::loom::wait_for_copies(" + value(0, "unsigned") + ")";
    if (!at_->says("global") || at_->operands.size() < 3 || at_->operands.size() > 4) unknown();
    const std::string bytes = value(2, "unsigned");
    return "::loom::copy_number_async(" + address(0, "void") + ", " + address(1, "const void") + ", " + bytes + ", " +
           (at_->operands.size() == 4 ? value(3, "unsigned") : bytes) + ")";
  }

  const PtxCode& code_;
  const PtxInstruction* at_ = nullptr;
};

}  // namespace

std::string ptx_as_cpp(const PtxCode& code) {
  std::string text;
  Writer writer(code);
  for (const PtxCode::Register& made : code.registers)
    text += "__attribute__((unused)) " + made.type + " __ptx_" + made.name.substr(made.name[0] == '%') + "{}; ";
  for (const PtxInstruction& instruction : code.instructions) text += writer.say(instruction);
  return text;
}

}  // namespace loom::compile
