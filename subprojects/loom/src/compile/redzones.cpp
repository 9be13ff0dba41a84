#include "compile/redzones.hpp"

#include <algorithm>
#include <initializer_list>

namespace loom::compile {
namespace {

// As wide as a row of 64 floats, because arrays are overrun by rows as well as by elements.
constexpr std::string_view redzone = "\t.zero\t256\n";
// Instructions, for GCC comes back to a function's section where it has laid a table in between.
constexpr std::string_view redzone_of_code = "\tnop\n\tnop\n";

bool begins_with_one_of(std::string_view line, std::initializer_list<std::string_view> directives) {
  return std::ranges::any_of(directives, [&](std::string_view directive) { return line.starts_with(directive); });
}

// A directive that leaves the current section for another.
bool changes_section(std::string_view line) {
  return begins_with_one_of(line, {"\t.section\t", "\t.text", "\t.data", "\t.bss", "\t.previous", "\t.popsection"});
}

// The section of a function that several files may bring.
bool begins_shared_function(std::string_view line) {
  return line.starts_with("\t.section\t.text.") && line.ends_with(",comdat");
}

// What a variable's value is written with, on x86-64 and on arm64.
bool holds_data(std::string_view line) {
  return begins_with_one_of(line, {"\t.zero\t", "\t.byte\t", "\t.string\t", "\t.ascii\t",
                                   "\t.value\t", "\t.long\t", "\t.quad\t", "\t.octa\t",
                                   "\t.hword\t", "\t.word\t", "\t.xword\t"});
}

enum class Section { other, thread_local_zeros, of_loom };

Section section_named(std::string_view line) {
  if (line.starts_with("\t.section\t.tbss")) return Section::thread_local_zeros;
  return line.starts_with("\t.section\tloom_") ? Section::of_loom : Section::other;
}

}  // namespace

std::string with_redzones(std::string_view assembly) {
  std::string out;
  out.reserve(assembly.size());
  Section section = Section::other;
  bool in_a_value = false;           // a value of several words has its redzone behind the last
  while (!assembly.empty()) {
    const std::string_view line = assembly.substr(0, assembly.find('\n'));
    assembly.remove_prefix(line.size() < assembly.size() ? line.size() + 1 : line.size());
    const bool data = section != Section::other && holds_data(line);
    if (in_a_value && !data) out += redzone;
    in_a_value = data;
    if (changes_section(line)) section = section_named(line);
    (out += line) += '\n';
    if (begins_shared_function(line)) out += redzone_of_code;
  }
  return out;
}

}  // namespace loom::compile
