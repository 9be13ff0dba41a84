#include "compile/ptx/writer.hpp"

#include <algorithm>
#include <cctype>

namespace loom::compile {
namespace {

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
    {"%clock_hi", "static_cast<unsigned>(clock64() >> 32)"},
    {"%globaltimer", "::loom::nanoseconds()"},
    {"%globaltimer_lo", "static_cast<unsigned>(::loom::nanoseconds())"},
    {"%globaltimer_hi", "static_cast<unsigned>(::loom::nanoseconds() >> 32)"},
    {"%tid.x", "threadIdx.x"},   {"%tid.y", "threadIdx.y"},   {"%tid.z", "threadIdx.z"},
    {"%ntid.x", "blockDim.x"},   {"%ntid.y", "blockDim.y"},   {"%ntid.z", "blockDim.z"},
    {"%ctaid.x", "blockIdx.x"},  {"%ctaid.y", "blockIdx.y"},  {"%ctaid.z", "blockIdx.z"},
    {"%nctaid.x", "gridDim.x"},  {"%nctaid.y", "gridDim.y"},  {"%nctaid.z", "gridDim.z"},
    {"%clusterid.x", "__clusterIdx().x"},     {"%clusterid.y", "__clusterIdx().y"},     {"%clusterid.z", "__clusterIdx().z"},
    {"%nclusterid.x", "__clusterGridDimInClusters().x"},
    {"%nclusterid.y", "__clusterGridDimInClusters().y"},
    {"%nclusterid.z", "__clusterGridDimInClusters().z"},
    {"%cluster_ctaid.x", "__clusterRelativeBlockIdx().x"},
    {"%cluster_ctaid.y", "__clusterRelativeBlockIdx().y"},
    {"%cluster_ctaid.z", "__clusterRelativeBlockIdx().z"},
    {"%cluster_nctaid.x", "__clusterDim().x"}, {"%cluster_nctaid.y", "__clusterDim().y"}, {"%cluster_nctaid.z", "__clusterDim().z"},
    {"%cluster_ctarank", "__clusterRelativeBlockRank()"},
    {"%cluster_nctarank", "__clusterSizeInBlocks()"},
    {"%is_explicit_cluster", "(__clusterDimIsSpecified() != 0)"},
    {"%nwarpid", "64u"},
    {"WARP_SZ", "32u"},
};

bool is_digit(unsigned char c) { return std::isdigit(c); }

std::string without_percent(std::string_view name) { return std::string(name.substr(name.starts_with('%'))); }

}  // namespace

void PtxWriter::says_only(std::initializer_list<std::string_view> words) const {
  for (std::size_t i = 1; i + 1 < at_.words.size(); ++i)
    if (std::ranges::find(words, at_.words[i]) == words.end()) unknown();
}

std::string PtxWriter::type(std::string_view suffix) const {
  const std::string_view name = ptx_type(suffix);
  if (name.empty()) unknown();
  return std::string(name);
}

std::string PtxWriter::vector_of(std::size_t count) const {
  const std::string_view bits = std::string_view(at_.words.back()).substr(1);
  const std::string_view element = bits == "8" ? "uchar" : bits == "16" ? "ushort" : bits == "32" ? "uint" : bits == "64" && count == 2 ? "ulonglong" : "";
  if (element.empty() || (count != 2 && count != 4)) unknown();
  return std::string(element) + std::to_string(count);
}

const std::string& PtxWriter::operand(std::size_t i) const {
  if (i >= at_.operands.size()) unknown();
  return at_.operands[i];
}

void PtxWriter::takes(std::size_t operands) const {
  if (at_.operands.size() != operands) unknown();
}

// The variable that stands for a register.
std::string PtxWriter::variable(std::string_view name) const {
  if (name.size() > 1 && name[0] == '%' && std::ranges::all_of(name.substr(1), is_digit)) return "__ptx" + std::string(name.substr(1));
  for (const PtxCode::Register& known : code_.registers)
    if (known.name == name) return "__ptx_" + without_percent(name);
  unknown();
}

std::string PtxWriter::bare(std::string_view operand) const {
  if (const Known* const known = find(special_registers, operand)) return std::string(known->meaning);
  if (operand.starts_with('!')) return "!" + variable(operand.substr(1));
  const std::string text(operand);
  if (text.starts_with("0f") || text.starts_with("0F")) return "__builtin_bit_cast(float, 0x" + text.substr(2) + "u)";
  if (text.starts_with("0d") || text.starts_with("0D")) return "__builtin_bit_cast(double, 0x" + text.substr(2) + "ull)";
  if (is_digit(static_cast<unsigned char>(text[0])) || text[0] == '-') return text;
  return variable(text);
}

std::string PtxWriter::value(std::string_view operand, std::string_view type) const {
  return "::loom::ptx::as<" + std::string(type) + ">(" + bare(operand) + ")";
}

std::string PtxWriter::values(std::initializer_list<std::string_view> types) const {
  takes(types.size() + 1);
  std::string text;
  std::size_t i = 0;
  for (const std::string_view type : types) text += (i > 0 ? ", " : "") + value(i + 1, type), ++i;
  return text;
}

std::vector<std::string> PtxWriter::parts(std::string_view operand) const {
  if (!in_braces(operand)) return {std::string(operand)};
  std::vector<std::string> names;
  std::string name;
  for (const char c : operand) {
    if (c == ',' || c == '}') names.push_back(std::move(name)), name.clear();
    else if (c != '{' && !std::isspace(static_cast<unsigned char>(c))) name += c;
  }
  return names;
}

std::string PtxWriter::place(std::string_view name) const {
  const bool is_operand = name.size() > 1 && name[0] == '%' && std::ranges::all_of(name.substr(1), is_digit);
  return is_operand ? "__ptx_place" + std::string(name.substr(1)) : "";
}

std::string PtxWriter::address(std::size_t i, std::string_view type) const {
  const std::string& text = operand(i);
  if (text.size() < 3 || text.front() != '[' || text.back() != ']') unknown();
  std::string base = text.substr(1, text.size() - 2), offset = "0";
  std::erase_if(base, [](unsigned char c) { return std::isspace(c); });
  if (const std::size_t sign = base.find_first_of("+-"); sign != std::string::npos) {
    offset = base.substr(base[sign] == '+' ? sign + 1 : sign);
    base.resize(sign);
  }
  return call("address", type, variable(base) + ", " + offset);
}

std::string PtxWriter::set(std::string_view target, std::string_view value) const {
  if (target == "_") return "static_cast<void>(" + std::string(value) + ")";
  const std::string name = variable(target);
  return name + " = ::loom::ptx::as<__typeof__(" + name + ")>(" + std::string(value) + ")";
}

std::string PtxWriter::call(std::string_view name, std::string_view type, std::string_view arguments) {
  return "::loom::ptx::" + std::string(name) + "_<" + std::string(type) + ">(" + std::string(arguments) + ")";
}

}  // namespace loom::compile
