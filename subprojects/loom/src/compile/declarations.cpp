#include "compile/declarations.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "compile/compiled_calls.hpp"
#include "compile/reader.hpp"
#include "compile/rewrite.hpp"

namespace loom::compile {
namespace {

constexpr std::string_view host = "__loom_host__", device = "__loom_device__", constant = "__loom_constant__", managed = "__loom_managed__",
                           shared = "__loom_shared__";
constexpr std::string_view spaces[]{device, constant, managed, shared};

// A declaration that carries one of CUDA's words, read as far as its first declarator tells what is declared.
struct Declaration {
  std::size_t first = 0;
  std::size_t declarator = 0;        // where reading stopped: `;`, `=`, `[`, `(`, `{` or `,`
  bool variable = false;
  bool constant_value = false;       // const or constexpr itself, not only what it points to
  bool is_static = false, is_extern = false, is_inline = false;
  bool in_template = false, c_linkage = false;
  std::string_view space;
};

class DeclarationRewriter {
 public:
  DeclarationRewriter(const Syntax& syntax, const Tokens& tokens, bool relocatable, bool marked)
      : syntax_(syntax), tokens_(tokens), relocatable_(relocatable), marked_(marked) {}

  std::vector<Replacement> run() {
    std::vector<Declaration> declarations;
    for (std::size_t i = 0; i < syntax_.size(); ++i) {
      // A kernel is launched by both sides, and its body is a function of its own (kernels.hpp).
      if (syntax_.is(i, "__loom_global__")) found_.push_back({i, i + 1, "__attribute__((noinline))" + mark(i, device_mark) + mark(i, host_mark)});
      if (!syntax_.is_one_of(i, spaces)) continue;
      declarations.push_back(read_declaration(i));
      const Declaration& read = declarations.back();
      if (read.variable && read.is_extern) declared_extern_.insert(syntax_[read.declarator - 1].text);
      i = std::max(i, read.declarator - 1);
    }
    for (const Declaration& declaration : declarations) replace(declaration);
    for (std::size_t i = 0; i < syntax_.size(); ++i) {
      if (syntax_.is(i, "__noinline__")) noinline(i);
      if (syntax_.is(i, host)) found_.push_back({i, i + 1, mark(i, host_mark)});
      const bool known_elsewhere = syntax_.is_one_of(i, {"__loom_bounds__", "__loom_cluster__"});
      if (known_elsewhere && syntax_.opens(i + 1)) found_.push_back({i, syntax_.partner(i + 1) + 1, ""});
    }
    std::sort(found_.begin(), found_.end(), [](const Replacement& a, const Replacement& b) { return a.first < b.first; });
    return std::move(found_);
  }

 private:
  // CUDA's word for a function; the standard library writes the same word inside __attribute__.
  void noinline(std::size_t i) {
    if (!syntax_.is_one_of(i - 1, {"(", ","})) found_.push_back({i, i + 1, "__attribute__((noinline))"});
  }

  // For a function that the program itself declares. A lambda takes no attribute here, nor does an instantiation or a deduction guide.
  std::string mark(std::size_t word, std::string_view what) const {
    std::size_t before = word - 1, behind = word + 1;
    while (syntax_.is_one_of(before, {host, device})) --before;
    while (behind < syntax_.size() && syntax_[behind].from_system_macro && !syntax_.is_one_of(behind, {";", "{"})) ++behind;
    const bool own = behind < syntax_.size() && !syntax_[behind].from_system_macro;
    const bool guide = syntax_.is(behind + 1, "(") && syntax_.is(syntax_.behind(behind + 1), "->");
    const bool lambda = syntax_.is(before, "]") && !syntax_.is(syntax_.partner(before) + 1, "[");    // and not [[an attribute]]
    if (!marked_ || !own || guide || lambda || syntax_.is(before, "template")) return "";
    return "__attribute__((" + std::string(what) + "))";
  }

  void replace(const Declaration& read) {
    if (read.variable && read.space == shared && read.is_extern) return dynamic_shared(read);
    if (read.variable && is_member(read)) refuse_member(read);
    if (read.variable && read.in_template && !read.constant_value && read.space != shared)
      fail(read.declarator - 1, "loom has no templates of variables of the device: declare one for each type, or pass a kernel the memory");
    // Where it stands before a definition with a value, GCC warns of `extern`; and a name at file scope is the same to the linker without it.
    if (read.variable && read.c_linkage && defines(read)) found_.push_back({read.first - 2, read.first, ""});
    bool placed = false;
    const std::string alignment = read.variable ? alignment_in_the_middle(read) : "";
    if (!alignment.empty() && !syntax_.is_one_of(read.first, spaces))
      found_.push_back({read.first, read.first + 1, alignment + std::string(syntax_[read.first].text)});
    for (std::size_t i = read.first; i < read.declarator; ++i) {
      if (!syntax_.is_one_of(i, spaces)) continue;
      if (i == read.first && !alignment.empty()) {
        found_.push_back({i, i + 1, alignment + storage(read, false)});
        placed = true;
        continue;
      }
      const bool after_star = i > read.first && syntax_.is(i - 1, "*");   // where no `static` may stand
      const std::string of_function = read.space == device ? mark(i, device_mark) : "";
      found_.push_back({i, i + 1, !read.variable ? of_function : placed ? "" : storage(read, after_star)});
      placed = true;
    }
  }

  bool is_member(const Declaration& read) const {
    const std::size_t around = syntax_.enclosing(read.first);
    return syntax_.is(around, "{") && syntax_.opened_by(around) == Opens::type;
  }

  [[noreturn]] void refuse_member(const Declaration& read) const {
    const std::string name(syntax_[read.declarator - 1].text), word = "__" + std::string(read.space.substr(std::string_view("__loom_").size()));
    fail(read.declarator - 1, word + " does not apply to " + name + ", a member of a class: declare it outside the class");
  }

  // nvcc takes `alignas` anywhere in a declaration, C++ at its beginning: takes it from where it stands, and answers what to write.
  std::string alignment_in_the_middle(const Declaration& read) {
    std::string text;
    for (std::size_t i = read.first + 1; i < read.declarator; ++i) {
      if (!syntax_.is(i, "alignas") || !syntax_.opens(i + 1)) continue;
      const std::size_t last = syntax_.partner(i + 1) + 1;
      for (std::size_t word = i; word < last; ++word) text += std::string(syntax_[word].text) + " ";
      found_.push_back({i, last, ""});
      i = last - 1;
    }
    return text;
  }

  // `used`: a store that no later load could see is a store all the same, and may go astray. At multiples of 16, where a GPU lays a
  // kernel's arrays as long as their sizes are such: programs fill arrays of `half` by the `int4`. The attribute stands last, for
  // behind a struct's brace it would be the struct's.
  std::string storage(const Declaration& read, bool after_star) {
    const bool at_file_scope = syntax_.at_file_scope(read.first);
    if (read.space == shared) {
      const std::string text = "thread_local __attribute__((used, aligned(16)))";
      return at_file_scope && !read.is_static ? "static " + text : text;
    }
    std::string text;
    // As in nvcc's whole-program mode, each file has its own.
    if (at_file_scope && !relocatable_ && !read.is_static && !after_star && !read.in_template && !read.c_linkage &&
        !declared_extern_.contains(syntax_[read.declarator - 1].text))
      text = "static ";
    if (read.constant_value) return text;
    std::string section(read.space.substr(2, read.space.size() - 4));
    // GCC refuses one section for variables that the linker may merge and others that it may not.
    if (read.is_inline || read.in_template || !at_file_scope) section += "_" + std::to_string(++own_sections_);
    return text + "__attribute__((section(\"" + section + (defines(read) ? "\"), used))" : "\")))");
  }

  // `used` is for what takes memory here: GCC warns of it at a declaration of what another file defines.
  bool defines(const Declaration& read) const {
    if (!read.is_extern && !read.c_linkage) return true;
    std::size_t after = read.declarator;
    while (syntax_.is(after, "[") && syntax_.opens(after)) after = syntax_.partner(after) + 1;
    return !syntax_.is_one_of(after, {";", ","});
  }

  Declaration read_declaration(std::size_t at) const {
    Declaration read = read_from(first_of_declaration(syntax_, at), at);
    while (read.declarator < at) read = read_from(read.declarator + 1, at);    // what stands there does not belong to it
    return read;
  }

  Declaration read_from(std::size_t first, std::size_t at) const {
    Declaration read;
    read.space = syntax_[at].text;
    read.first = first;
    read.in_template = syntax_.is(first - 1, ">");
    read.c_linkage = first > 1 && syntax_[first - 1].kind == TokenKind::string && syntax_.is(first - 2, "extern");
    bool type_seen = false;
    std::size_t i = first;
    for (; i < syntax_.size(); ++i) {
      const std::string_view text = syntax_[i].text;
      if (syntax_.is_identifier(i)) {
        if (syntax_.is_one_of(i, spaces)) {
          if (text == managed || (text == constant && read.space == device)) read.space = text;
        } else if (text == host) {
          continue;
        } else if (text == "static") {
          read.is_static = true;
        } else if (text == "extern") {
          read.is_extern = true;
        } else if (text == "inline" || text == "__inline__" || text == "__inline") {
          read.is_inline = true;
        } else if (text == "const" || text == "constexpr") {
          read.constant_value = true;
        } else if (text == "operator") {
          break;
        } else if (syntax_.is_one_of(i, with_parentheses)) {
          if (syntax_.is(i + 1, "(") && syntax_.opens(i + 1)) i = syntax_.partner(i + 1);
          if (text == "decltype" || text == "typeof" || text == "__typeof__") type_seen = true;
        } else if (syntax_.is_one_of(i, {"struct", "class", "union", "enum"})) {
          // The members of a type declared on the spot.
          std::size_t body = i + 1;
          while (syntax_.is_identifier(body) || syntax_.is(body, "::")) ++body;
          if (syntax_.is(body, "{") && syntax_.opens(body)) i = syntax_.partner(body);
          type_seen = true;
        } else {
          type_seen = true;            // the type, or what is declared: what follows the names decides
        }
      } else if (syntax_.is_one_of(i, {"*", "&", "&&"})) {
        read.constant_value = false;
      } else if (text == "<" || begins_attribute(syntax_, i)) {
        const std::size_t end = syntax_.end_of_group(i, syntax_.size());
        if (end == i) break;
        i = end;
      } else if (text != "::") {
        break;
      }
    }
    read.declarator = i;
    read.variable = type_seen && declares_variable(i);
    return read;
  }

  bool declares_variable(std::size_t i) const {
    if (syntax_.is_one_of(i, {";", "=", "[", ",", "{"})) return true;
    if (!syntax_.is(i, "(") || !syntax_.opens(i)) return false;
    // `(*f)(float)` is a pointer to a function, `(*f(int))(float)` a function that returns one.
    if (syntax_.is_one_of(i + 1, {"*", "&"})) return !syntax_.holds(i + 1, syntax_.partner(i), "(");
    // `x(5)` has a value in its parentheses, a function has parameters.
    if (syntax_.is_identifier(i + 1)) return syntax_.is_one_of(i + 1, {"nullptr", "true", "false"});
    return syntax_[i + 1].kind != TokenKind::punctuator || syntax_.is_one_of(i + 1, {"-", "+"});
  }

  // `extern __shared__ T x[], y[][4];` becomes one pointer a declarator: the same memory for all, as CUDA has it.
  // In a function the pointer is a local; elsewhere it is loom's own pointer under the program's name. As nvcc has it, a name has one type in a
  // file: a declaration of an array that is not there lets the compiler compare them, in instances of templates, too.
  void dynamic_shared(const Declaration& read) {
    const bool local = !syntax_.at_file_scope(read.first);
    // The declarator's name is the last word before the brackets; what precedes it is the type.
    const std::size_t name = read.declarator - 1;
    std::string type;
    for (std::size_t i = read.first; i < name; ++i) {
      if (syntax_.is_one_of(i, {"alignas", "__attribute__"})) {
        if (syntax_.opens(i + 1)) i = syntax_.partner(i + 1);
      } else if (begins_attribute(syntax_, i)) {
        i = syntax_.partner(i);
      } else if (!syntax_.is_one_of(i, spaces) && !syntax_.is(i, "extern")) {
        type += std::string(syntax_[i].text) + " ";
      }
    }

    std::string text;
    std::size_t at = name;
    for (;;) {
      std::string stars;
      while (syntax_.is(at, "*")) stars += syntax_[at++].text;
      if (!syntax_.is_identifier(at))
        fail(read.first, "loom cannot read this declaration of dynamic shared memory; write `extern __shared__ float x[];`");
      const std::string declared(syntax_[at++].text);
      const bool array = syntax_.is(at, "[");
      std::string rest;
      if (array) at = one_past_bracket(at);
      while (syntax_.is(at, "[")) {
        const std::size_t end = one_past_bracket(at);
        for (std::size_t i = at; i < end; ++i) rest += syntax_[i].text;
        at = end;
      }
      text += pointer(type + stars, declared, rest, array, local, read.first);
      if (array) take_addresses(declared, at);
      if (!syntax_.is(at, ",")) break;
      text += "; ";
      ++at;
    }
    if (!syntax_.is(at, ";"))
      fail(read.first, "dynamic shared memory has no initial value: end `extern __shared__ float x[]` with `;`");
    found_.push_back({read.first, at, text});
  }

  // `&x` is where the array lies, not loom's pointer to it. To the end of the block that declares it, or of the file.
  void take_addresses(std::string_view name, std::size_t from) {
    for (std::size_t i = from; i + 1 < syntax_.size() && !syntax_.is(i, "}"); ++i) {
      if (syntax_.is(i, "{") && syntax_.opens(i)) {
        for (const std::size_t end = syntax_.partner(i); i < end; ++i) take_address(name, i);
      } else {
        take_address(name, i);
      }
    }
  }

  // Not where `&` declares a reference, or what a lambda captures, and not of an element.
  void take_address(std::string_view name, std::size_t i) {
    if (!syntax_.is(i, "&") || !syntax_.is(i + 1, name) || syntax_.is_one_of(i + 2, {"[", ".", "->"})) return;
    const bool declares = syntax_.is(i - 1, ">") || (syntax_.is_identifier(i - 1) && !syntax_.is(i - 1, "return"));
    if (!declares && !captures(i)) found_.push_back({i, i + 2, "::loom::dynamic_shared_at(" + std::string(name) + ")"});
  }

  // Whether the brackets around the word are a lambda's: nothing stands before them that could be indexed.
  bool captures(std::size_t i) const {
    const std::size_t open = syntax_.enclosing(i);
    return syntax_.is_one_of(i - 1, {"[", ","}) && syntax_.is(open, "[") && !syntax_.is_identifier(open - 1) &&
           !syntax_.is_one_of(open - 1, {")", "]"});
  }

  std::size_t one_past_bracket(std::size_t open) const {
    if (syntax_.partner(open) == Syntax::none) fail(open, "this bracket is never closed");
    return syntax_.partner(open) + 1;
  }

  std::string pointer(const std::string& type, const std::string& name, const std::string& rest, bool array, bool local,
                      std::size_t at) const {
    const std::string unused = "__attribute__((unused)) ", memory = "(::loom::dynamic_shared())";
    const bool named = type.find('{') == type.npos;    // and not a struct that would be declared twice
    const std::string typed_once = array && named ? "extern " + unused + type + std::string(dynamic_shared_name) + name + "[]" + rest + "; " : "";
    const std::string declarator = rest.empty() ? "*const " + name : "(*const " + name + ")" + rest;
    if (array && local) return typed_once + unused + type + declarator + " = static_cast<__typeof__(+" + name + ")>" + memory;
    if (array) return typed_once + "extern __thread " + unused + type + declarator + " __asm__(\"_ZN4loom19dynamic_shared_baseE\")";
    if (local) return unused + type + "&" + name + " = *static_cast<__typeof__(" + name + ")*>" + memory;
    fail(at, "loom takes dynamic shared memory outside a function as an array only; write `extern __shared__ float x[];`");
  }

  [[noreturn]] void fail(std::size_t at, std::string_view sentence) const {
    throw TranslationError(location(tokens_, syntax_[at]) + ": error: " + std::string(sentence));
  }

  const Syntax& syntax_;
  const Tokens& tokens_;
  const bool relocatable_, marked_;
  std::vector<Replacement> found_;
  std::set<std::string_view> declared_extern_;
  unsigned own_sections_ = 0;
};

}  // namespace

std::vector<Replacement> rewrite_declarations(const Syntax& syntax, const Tokens& tokens, bool relocatable, bool marked) {
  return DeclarationRewriter(syntax, tokens, relocatable, marked).run();
}

}  // namespace loom::compile
