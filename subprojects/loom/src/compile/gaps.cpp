#include "compile/gaps.hpp"

namespace loom::compile {
namespace {

// As wide as a row of 64 floats, because arrays are overrun by rows as well as by elements.
constexpr std::string_view gap = "\t.zero\t256\n";

// A directive that leaves the section in hand for another.
bool changes_section(std::string_view line) {
  for (const std::string_view directive : {"\t.section\t", "\t.text", "\t.data", "\t.bss", "\t.previous", "\t.popsection"})
    if (line.starts_with(directive)) return true;
  return false;
}

}  // namespace

std::string with_gaps(std::string_view assembly) {
  std::string out;
  out.reserve(assembly.size());
  bool thread_local_zeros = false;
  while (!assembly.empty()) {
    const std::string_view line = assembly.substr(0, assembly.find('\n'));
    assembly.remove_prefix(line.size() < assembly.size() ? line.size() + 1 : line.size());
    if (changes_section(line)) thread_local_zeros = line.starts_with("\t.section\t.tbss");
    (out += line) += '\n';
    if (thread_local_zeros && line.starts_with("\t.zero\t")) out += gap;
  }
  return out;
}

}  // namespace loom::compile
