#include "compile/merge_device_pass.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/reader.hpp"

namespace loom::compile {
namespace {

constexpr std::string_view host_word = "__loom_host__", device_word = "__loom_device__", global_word = "__loom_global__";

// A declaration outside function bodies.
struct Part {
  std::size_t first = 0;             // its first word
  std::size_t body = Syntax::none;   // the `{` of a function's body
  std::size_t last = 0;              // its `}` or `;`
  bool for_host = true;
  bool for_device = false;
  std::string scope;                 // the words before the braces around it
  std::string key;                   // scope and head, less the words that say where it runs

  // Whether it can be taken up elsewhere, and what ends the scope.
  bool in_namespace() const {
    for (std::string_view rest = scope; !rest.empty(); rest.remove_prefix(rest.find('{') + 1))
      if (!rest.starts_with("namespace ") && !rest.starts_with("inline namespace ")) return false;
    return true;
  }
  std::string closed() const { return std::string(static_cast<std::size_t>(std::ranges::count(scope, '{')), '}'); }
};

class Pass {
 public:
  explicit Pass(std::string text) : text_(std::move(text)), tokens_(lex(text_)), syntax_(tokens_) {
    read(0, tokens_.all.size(), "");
    for (std::size_t i = 0; i < parts_.size(); ++i)
      if (parts_[i].body != Syntax::none) functions_[parts_[i].key].push_back(i);
  }

  const std::vector<Part>& parts() const { return parts_; }
  // The functions of one key, in the order of the text.
  const std::vector<std::size_t>& functions(const std::string& key) const {
    static const std::vector<std::size_t> none;
    const auto found = functions_.find(key);
    return found != functions_.end() ? found->second : none;
  }
  std::size_t begin(std::size_t word) const { return tokens_.all[word].begin; }
  std::size_t end(std::size_t word) const { return tokens_.all[word].end(); }
  std::string_view text() const { return text_; }

  // The words [first, last] behind a marker that says where they stand.
  std::string marked(std::size_t first, std::size_t last) const {
    return marker(first) + text_.substr(begin(first), end(last) - begin(first));
  }
  std::string marker(std::size_t word) const {
    const Token& token = tokens_.all[word];
    return "\n# " + std::to_string(token.line) + " " + tokens_.files[token.file] + (token.from_system_macro ? " 3\n" : "\n");
  }
  std::uint32_t line(std::size_t word) const { return tokens_.all[word].line; }
  const std::string& file(std::size_t word) const { return tokens_.files[tokens_.all[word].file]; }

  bool same_words(const Part& part, const Pass& other, const Part& others) const {
    if (part.last - part.body != others.last - others.body) return false;
    for (std::size_t i = 0; i <= part.last - part.body; ++i)
      if (tokens_.all[part.body + i].text != other.tokens_.all[others.body + i].text) return false;
    return true;
  }

 private:
  // Reads declarations in [first, last), inside the scope.
  void read(std::size_t first, std::size_t last, const std::string& scope) {
    std::size_t i = first;
    while (i < last) i = read_one(i, last, scope);
  }

  // Reads the declaration that begins there and answers where the next one does.
  std::size_t read_one(std::size_t first, std::size_t last, const std::string& scope) {
    bool parameters = false, value = false, initialisers = false;
    for (std::size_t i = first; i < last; ++i) {
      const std::string_view word = syntax_[i].text;
      if (word == ";" || word == "}") {
        add(first, Syntax::none, i, scope);
        return i + 1;
      }
      if (word == ":" && !parameters && i == first + 1) return i + 1;     // `public:`
      if (word == ":" && parameters) initialisers = true;
      if (word == "=" && !syntax_.is(i - 1, "operator")) value = true;
      if (word == "template") {
        i = syntax_.end_of_group(i + 1, last);
      } else if (word == "(" || word == "[") {
        if (!syntax_.opens(i)) return last;
        parameters |= word == "(" && !syntax_.is_one_of(i - 1, with_parentheses);
        i = syntax_.partner(i);
      } else if (word == "{") {
        const std::size_t close = syntax_.partner(i);
        if (close == Syntax::none) return last;
        const bool of_a_member = initialisers && (syntax_.is_identifier(i - 1) || syntax_.is(i - 1, ">"));
        if (parameters && !value && !of_a_member) {
          add(first, i, close, scope);
          return close + 1;
        }
        const Opens opened = syntax_.opened_by(i);
        if (opened == Opens::name_space || opened == Opens::type) read(i + 1, close, scope + spelled(first, i) + "{");
        if (opened == Opens::name_space) return close + 1;
        i = close;
      }
    }
    return last;
  }

  void add(std::size_t first, std::size_t body, std::size_t last, const std::string& scope) {
    Part part{first, body, last, true, false, scope, {}};
    if (body != Syntax::none) {
      part.for_device = syntax_.holds(first, body, device_word) || syntax_.holds(first, body, global_word);
      part.for_host = syntax_.holds(first, body, host_word) || !part.for_device;
      part.key = scope + spelled(first, body);
    }
    parts_.push_back(std::move(part));
  }

  std::string spelled(std::size_t first, std::size_t last) const {
    std::string words;
    for (std::size_t i = first; i < last; ++i)
      if (const std::string_view word = syntax_[i].text; word != host_word && word != device_word) (words += word) += ' ';
    return words;
  }

  std::string text_;
  Tokens tokens_;
  Syntax syntax_;
  std::vector<Part> parts_;
  std::map<std::string, std::vector<std::size_t>> functions_;
};

class Merger {
 public:
  Merger(const std::string& host, const std::string& device) : host_(host), device_(device) {}

  std::string run() {
    for (const Part& part : host_.parts())
      if (part.body != Syntax::none) change(part);
    for (const Part& part : device_.parts())
      if (part.body != Syntax::none && part.for_device && !counterpart(part, device_, host_)) insert(part);
    return written();
  }

 private:
  // Instead of the bytes [begin, end) of the host's text.
  struct Edit {
    std::size_t begin, end;
    std::string text;
  };

  // The function of the same key in the other pass that stands in the same place among those of that key.
  static const Part* counterpart(const Part& part, const Pass& own, const Pass& other) {
    const auto& ours = own.functions(part.key);
    const auto& theirs = other.functions(part.key);
    const auto at = std::find_if(ours.begin(), ours.end(), [&](std::size_t i) { return &own.parts()[i] == &part; }) - ours.begin();
    return static_cast<std::size_t>(at) < theirs.size() ? &other.parts()[theirs[static_cast<std::size_t>(at)]] : nullptr;
  }

  void change(const Part& part) {
    const Part* const device = counterpart(part, host_, device_);
    if (!device) {
      if (part.for_device && !part.for_host) replace(part.first, part.last, "");
      return;
    }
    if (!device->for_device || host_.same_words(part, device_, *device)) return;
    const std::string body = device_.marked(device->body, device->last);
    if (part.for_device && !part.for_host && !device->for_host) return replace(part.body, part.last, body);
    replace(part.body, part.last,
            "{ if (::loom::on_device())" + body + host_.marker(part.last) + "else" + host_.marked(part.body, part.last) + "}");
  }

  // Puts a device function before what follows it in the host's text: in the same scope of the same file, or, where there is
  // nothing, before the next function that the host has, in whatever namespace that is.
  void insert(const Part& part) {
    const Part* before = nullptr;
    for (const Part& other : host_.parts())
      if (other.scope == part.scope && host_.file(other.first) == device_.file(part.first) &&
          host_.line(other.first) > device_.line(part.first) && (!before || host_.line(other.first) < host_.line(before->first)))
        before = &other;
    if (before) return insert(device_.marked(part.first, part.last), *before);
    if (!part.in_namespace()) return;
    for (const Part* next = &part + 1; next < device_.parts().data() + device_.parts().size(); ++next)
      if (next->body != Syntax::none && next->in_namespace())
        if (const Part* const other = counterpart(*next, device_, host_))
          return insert(other->closed() + part.scope + device_.marked(part.first, part.last) + part.closed() + other->scope, *other);
  }
  void insert(const std::string& text, const Part& before) {
    const std::size_t at = host_.begin(before.first);
    edits_.push_back({at, at, text + host_.marker(before.first)});
  }

  void replace(std::size_t first, std::size_t last, const std::string& text) {
    edits_.push_back({host_.begin(first), host_.end(last), text + host_.marker(last)});
  }

  std::string written() {
    // What is put before something that goes comes first.
    std::stable_sort(edits_.begin(), edits_.end(), [](const Edit& a, const Edit& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
    std::string out;
    std::size_t at = 0;
    for (const Edit& edit : edits_) {
      out += host_.text().substr(at, edit.begin - at);
      out += edit.text;
      at = edit.end;
    }
    return out += host_.text().substr(at);
  }

  const Pass host_, device_;
  std::vector<Edit> edits_;
};

}  // namespace

std::string merge_device_pass(const std::string& host, const std::string& device) {
  return host == device ? host : Merger(host, device).run();
}

bool asks_for_architecture(const std::string& preprocessed) {
  std::string text = preprocessed;
  for (const std::string& quoted : lex(text).files) {
    std::ifstream file(quoted.substr(1, quoted.size() - 2), std::ios::binary);
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    if (source.find("__CUDA_ARCH__") != std::string::npos) return true;
  }
  return false;
}

}  // namespace loom::compile
