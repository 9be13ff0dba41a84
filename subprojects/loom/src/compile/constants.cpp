#include "compile/constants.hpp"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace loom::compile {
namespace {

template <class T>
T at(const std::string& file, std::size_t offset) {
  T value{};
  if (offset + sizeof value <= file.size()) std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

}  // namespace

std::size_t constant_bytes(const std::filesystem::path& object) {
  std::ifstream stream(object, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream), {}};
  const auto header = at<Elf64_Ehdr>(file, 0);
  std::vector<Elf64_Shdr> sections;
  for (std::size_t i = 0; i < header.e_shnum; ++i) sections.push_back(at<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr)));
  const auto is_constant = [&](std::size_t section) {
    if (section >= sections.size()) return false;
    const std::size_t name = sections[header.e_shstrndx].sh_offset + sections[section].sh_name;
    return name < file.size() && std::string_view(file).substr(name).starts_with("loom_constant");
  };
  std::size_t bytes = 0;
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_SYMTAB) continue;
    for (std::size_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
      const auto symbol = at<Elf64_Sym>(file, table.sh_offset + i * sizeof(Elf64_Sym));
      if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && is_constant(symbol.st_shndx)) bytes += symbol.st_size;
    }
  }
  return bytes;
}

}  // namespace loom::compile
