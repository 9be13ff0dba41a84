#include "compile/translate.hpp"

#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compile/aliases.hpp"
#include "compile/assembly.hpp"
#include "compile/barrier_bypasses.hpp"
#include "compile/declarations.hpp"
#include "compile/kernels.hpp"
#include "compile/launches.hpp"
#include "compile/lexer.hpp"
#include "compile/refusals.hpp"
#include "compile/rewrite.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {
namespace {

class Translator {
 public:
  Translator(std::string text, const TranslateOptions& options)
      : text_(std::move(text)), tokens_(lex(text_)), syntax_(tokens_), launches_(find_launches(syntax_, tokens_)),
        replacements_(rewrite_declarations(syntax_, tokens_, options.relocatable, options.watched)) {
    refuse_what_cannot_run(syntax_, tokens_, launches_, options.relocatable);
    for (Replacement& registration : register_kernels(syntax_, tokens_)) replacements_.push_back(std::move(registration));
    for (Replacement& instruction : replace_assembly(syntax_)) replacements_.push_back(std::move(instruction));
    for (Replacement& alias : rename_aliases(syntax_)) replacements_.push_back(std::move(alias));
    if (options.watched)
      for (Replacement& mark : mark_barrier_bypasses(syntax_, static_cast<std::uint32_t>(std::hash<std::string_view>{}(text_))))
        replacements_.push_back(std::move(mark));
    for (const Launch& launch : launches_) launch_at_.emplace(launch.first, &launch);
    for (const Replacement& replacement : replacements_) replacement_at_.emplace(replacement.first, &replacement);
  }

  std::string run() {
    if (tokens_.all.empty()) return text_;
    out_.reserve(text_.size() + text_.size() / 8);
    out_ = text_.substr(0, tokens_.all.front().begin);
    write(0, tokens_.all.size());
    out_ += text_.substr(tokens_.all.back().end());
    return std::move(out_);
  }

 private:
  std::string_view between(std::size_t begin, std::size_t end) const { return std::string_view(text_).substr(begin, end - begin); }

  // Writes the words [first, last) and what lies between them, blanks and line markers.
  void write(std::size_t first, std::size_t last) {
    std::size_t i = first;
    while (i < last) {
      std::size_t next = i + 1;
      if (const auto launch = launch_at_.find(i); launch != launch_at_.end() && launch->second != inside_) {
        next = launch->second->last;
        write(*launch->second);
      } else if (const auto replacement = replacement_at_.find(i); replacement != replacement_at_.end()) {
        next = replacement->second->last;
        out_ += replacement->second->text;
        if (several_lines(i, next)) mark_line(next - 1);
      } else {
        out_ += tokens_.all[i].text;
      }
      if (next < last) out_ += between(tokens_.all[next - 1].end(), tokens_.all[next].begin);
      i = next;
    }
  }

  bool several_lines(std::size_t first, std::size_t last) const {
    return between(tokens_.all[first].begin, tokens_.all[last - 1].end()).find('\n') != std::string_view::npos;
  }

  // Says where the next word stands in the original file.
  void mark_line(std::size_t i) {
    const Token& token = tokens_.all[i];
    out_ += "\n# " + std::to_string(token.line) + " " + tokens_.files[token.file] + (token.from_system_macro ? " 3\n" : "\n");
  }

  // Writes a part of a launch away from where it stood.
  void write_part(std::size_t first, std::size_t last, bool mark) {
    if (first == last) return;
    if (mark) mark_line(first);
    write(first, last);
  }

  void write(const Launch& launch) {
    if (++depth_ > deepest)
      throw TranslationError(location(tokens_, tokens_.all[launch.first]) + ": error: launches are nested too deeply here");
    const bool mark = several_lines(launch.first, launch.last);
    if (!out_.empty() && out_.back() == ':') out_ += ' ';
    out_ += "(static_cast<void>(::loom::LaunchExpression(::loom::Configuration(";
    write_part(launch.open + 3, launch.close, mark);
    const Token& first = tokens_.all[launch.first];
    out_ += "), \"" + spelling(launch.first, launch.open) + "\", " + tokens_.files[first.file] + ", " + std::to_string(first.line) + ")), ";
    write_kernel(launch, mark);
    write_part(launch.paren, launch.last, mark);
    out_ += ")";
    if (mark) mark_line(launch.last - 1);
    --depth_;
  }

  // The kernel's own words begin where its launch begins; only a launch within them is another one.
  void write_kernel(const Launch& launch, bool mark) {
    const Launch* const outer = inside_;
    inside_ = &launch;
    write_part(launch.first, launch.open, mark);
    inside_ = outer;
  }

  // The words as one line for a message, escaped for a string literal.
  std::string spelling(std::size_t first, std::size_t last) const {
    std::string spelled;
    for (std::size_t i = first; i < last; ++i) {
      const Token& token = tokens_.all[i];
      const bool words_meet = i > first && token.kind != TokenKind::punctuator && tokens_.all[i - 1].kind != TokenKind::punctuator;
      if (words_meet || (i > first && syntax_.is(i - 1, ","))) spelled += ' ';
      for (char c : token.text) {
        if (c == '"' || c == '\\') spelled += '\\';
        spelled += c == '\n' ? ' ' : c;
      }
    }
    return spelled;
  }

  std::string text_;
  Tokens tokens_;
  Syntax syntax_;
  std::vector<Launch> launches_;
  std::vector<Replacement> replacements_;
  std::unordered_map<std::size_t, const Launch*> launch_at_;
  std::unordered_map<std::size_t, const Replacement*> replacement_at_;
  const Launch* inside_ = nullptr;
  static constexpr unsigned deepest = 100;
  unsigned depth_ = 0;
  std::string out_;
};

}  // namespace

std::string translate(std::string preprocessed, const TranslateOptions& options) {
  return Translator(std::move(preprocessed), options).run();
}

}  // namespace loom::compile
