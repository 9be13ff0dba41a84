#include "program/variables.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <memory>

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include "program/kernel_table.hpp"

namespace loom {

namespace {

// The name as the source spells it, less the function or namespace around it: "void k<int>(int*)::tile" gives "tile".
std::string source_name(const char* mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free);
  const std::string_view full = status == 0 ? demangled.get() : mangled;
  int depth = 0;
  for (std::size_t i = full.size(); i-- > 0;) {
    if (full[i] == ')' || full[i] == '>') ++depth;
    if (full[i] == '(' || full[i] == '<') --depth;
    if (depth == 0 && full[i] == ':') return std::string(full.substr(i + 1));
  }
  return std::string(full);
}

// Says whether a thread_local variable's constructor has run.
bool is_guard(std::string_view mangled) { return mangled.starts_with("_ZGV") || mangled == "__tls_guard"; }

// A thread_local variable that no kernel declared, as far as its mangled name tells: one of loom, doctest or the standard
// library, or what the compiler adds to a thread_local variable with a constructor.
bool of_the_host(std::string_view mangled) {
  if (is_guard(mangled)) return true;
  for (const std::string_view prefix : {"_ZN4loom", "_ZZN4loom", "_ZN7doctest", "_ZZN7doctest", "_ZNSt", "_ZSt", "_ZZNSt", "_ZZSt", "_ZTH"})
    if (mangled.starts_with(prefix)) return true;
  for (const std::string_view name : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"})
    if (mangled == name) return true;
  return false;
}

// Calls `visit` with each loaded object, the program itself first, until it answers true.
template <class Visit>
void for_each_object(Visit visit) {
  dl_iterate_phdr([](dl_phdr_info* object, std::size_t, void* self) -> int { return (*static_cast<Visit*>(self))(*object); },
                  &visit);
}

// The section headers and the symbols of the program, or of a library of kernels, as its file has them.
class Program {
 public:
  Program(const char* file, std::uintptr_t load_base, std::uintptr_t tls_offset)
      : file_(file, std::ios::binary), load_base_(load_base), tls_offset_(tls_offset) {
    Elf64_Ehdr header{};
    file_.read(reinterpret_cast<char*>(&header), sizeof header);
    sections_.resize(header.e_shnum);
    read(header.e_shoff, sections_.data(), sections_.size() * sizeof(Elf64_Shdr));
    if (header.e_shstrndx < sections_.size()) section_names_ = text(sections_[header.e_shstrndx]);
    if (const Elf64_Shdr* const table = section(".symtab"); table != nullptr && table->sh_link < sections_.size()) {
      symbols_.resize(table->sh_size / sizeof(Elf64_Sym));
      read(table->sh_offset, symbols_.data(), symbols_.size() * sizeof(Elf64_Sym));
      names_ = text(sections_[table->sh_link]);
    }
    file_.close();
  }

  const Elf64_Shdr* section(std::string_view name) const {
    for (const Elf64_Shdr& section : sections_)
      if (name == section_names_.c_str() + section.sh_name) return &section;
    return nullptr;
  }
  // The section of that name, and those that loomcc numbers: "loom_device_3" holds a variable that the linker may merge.
  std::vector<const Elf64_Shdr*> sections(std::string_view name) const {
    std::vector<const Elf64_Shdr*> found;
    for (const Elf64_Shdr& section : sections_) {
      const std::string_view known = section_names_.c_str() + section.sh_name;
      if (known == name || (known.starts_with(name) && known.substr(name.size()).starts_with('_'))) found.push_back(&section);
    }
    return found;
  }
  std::size_t index(const Elf64_Shdr& section) const { return static_cast<std::size_t>(&section - sections_.data()); }
  const std::vector<Elf64_Sym>& symbols() const { return symbols_; }
  const char* name(const Elf64_Sym& symbol) const { return names_.c_str() + symbol.st_name; }
  std::uintptr_t load_base() const { return load_base_; }
  // Where its thread_local variables begin, counted from where the program's own do.
  std::uintptr_t tls_offset() const { return tls_offset_; }

 private:
  void read(std::uint64_t offset, void* to, std::size_t bytes) {
    file_.seekg(static_cast<std::streamoff>(offset));
    file_.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
  }
  std::string text(const Elf64_Shdr& section) {
    std::string whole(section.sh_size, '\0');
    read(section.sh_offset, whole.data(), whole.size());
    return whole;
  }

  std::ifstream file_;
  std::uintptr_t load_base_;
  std::uintptr_t tls_offset_;
  std::vector<Elf64_Shdr> sections_;
  std::vector<Elf64_Sym> symbols_;
  std::string section_names_;
  std::string names_;
};

bool holds_a_kernel(const dl_phdr_info& object) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && any_kernel_in(object.dlpi_addr + segment.p_vaddr, segment.p_memsz)) return true;
  }
  return false;
}

// The program, and the libraries with kernels that were loaded with it.
const std::vector<Program>& programs() {
  static const std::vector<Program>& all = []() -> const std::vector<Program>& {
    auto& found = *new std::vector<Program>;
    std::uintptr_t own_tls = 0;
    for_each_object([&](const dl_phdr_info& object) {
      const auto tls = reinterpret_cast<std::uintptr_t>(object.dlpi_tls_data);
      if (found.empty()) {
        own_tls = tls;
        found.emplace_back("/proc/self/exe", object.dlpi_addr, 0);
      } else if (holds_a_kernel(object)) {
        found.emplace_back(object.dlpi_name, object.dlpi_addr, tls - own_tls);
      }
      return false;
    });
    return found;
  }();
  return all;
}

// Where the thread_local variables of all of them begin, counted from where the program's own do: a library's may lie before.
std::uintptr_t lowest_tls() {
  std::intptr_t lowest = 0;
  for (const Program& program : programs()) lowest = std::min(lowest, static_cast<std::intptr_t>(program.tls_offset()));
  return static_cast<std::uintptr_t>(lowest);
}

void sort_by_address(std::vector<Variable>& variables) {
  std::sort(variables.begin(), variables.end(), [](const Variable& a, const Variable& b) { return a.address < b.address; });
}

template <class Wanted>
std::vector<Variable> thread_local_variables(Wanted wanted) {
  std::vector<Variable> found;
  for (const Program& program : programs())
    for (const Elf64_Sym& symbol : program.symbols())
      if (ELF64_ST_TYPE(symbol.st_info) == STT_TLS && symbol.st_shndx != SHN_UNDEF && symbol.st_size > 0 && wanted(program.name(symbol)))
        found.push_back({source_name(program.name(symbol)), program.tls_offset() - lowest_tls() + symbol.st_value, symbol.st_size});
  return found;
}

std::vector<Variable> find_shared_variables() {
  std::vector<Variable> found = thread_local_variables([](std::string_view name) { return !of_the_host(name); });
  if (programs().front().symbols().empty())
    for_each_object([&](const dl_phdr_info& object) {
      for (int i = 0; i < object.dlpi_phnum; ++i)
        if (object.dlpi_phdr[i].p_type == PT_TLS) found.push_back({"", 0, object.dlpi_phdr[i].p_memsz});
      return true;
    });
  sort_by_address(found);
  return found;
}

// Segments of the program and its libraries, as loaded when they are first asked for.
class Segments {
 public:
  template <class Wanted>
  explicit Segments(Wanted wanted) {
    for_each_object([&](const dl_phdr_info& object) {
      for (int i = 0; i < object.dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = object.dlpi_phdr[i];
        const std::uintptr_t first = object.dlpi_addr + segment.p_vaddr;
        if (wanted(segment)) ranges_.push_back({first, first + segment.p_memsz});
      }
      return false;
    });
  }

  bool hold(std::uintptr_t address) const {
    return std::ranges::any_of(ranges_, [=](const Range& range) { return address - range.first < range.last - range.first; });
  }

 private:
  std::vector<Range> ranges_;
};

}  // namespace

std::vector<Variable> variables_in(std::string_view section_name) {
  std::vector<Variable> found;
  for (const Program& program : programs()) {
    std::vector<Variable> named, sections;
    for (const Elf64_Shdr* const section : program.sections(section_name)) {
      for (const Elf64_Sym& symbol : program.symbols())
        if (symbol.st_shndx == program.index(*section) && ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size > 0)
          named.push_back({source_name(program.name(symbol)), program.load_base() + symbol.st_value, symbol.st_size});
      sections.push_back({"", program.load_base() + section->sh_addr, section->sh_size});
    }
    const std::vector<Variable>& known = named.empty() ? sections : named;
    found.insert(found.end(), known.begin(), known.end());
  }
  sort_by_address(found);
  return found;
}

const std::vector<Variable>& shared_variables() {
  static const std::vector<Variable>& variables = *new std::vector(find_shared_variables());
  return variables;
}

Range shared_variables_here() {
  const std::vector<Variable>& variables = shared_variables();
  if (variables.empty()) return {0, 0};
  std::uintptr_t base = 0;
  for_each_object([&](const dl_phdr_info& object) {
    base = reinterpret_cast<std::uintptr_t>(object.dlpi_tls_data) + lowest_tls();
    return true;
  });
  return {base + variables.front().address, base + variables.back().address + variables.back().bytes};
}

const std::vector<Variable>& shared_guards() {
  static const std::vector<Variable>& guards = *new std::vector(thread_local_variables(is_guard));
  return guards;
}

Variable host_variable(std::uintptr_t address) {
  for (const Program& program : programs())
    for (const Elf64_Sym& symbol : program.symbols())
      if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && address - program.load_base() - symbol.st_value < symbol.st_size)
        return {source_name(program.name(symbol)), program.load_base() + symbol.st_value, symbol.st_size};
  return {};
}

Function function_at(std::uintptr_t address) {
  Function function;
  for (const Program& program : programs())
    for (const Elf64_Sym& symbol : program.symbols())
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size > 0 && program.load_base() + symbol.st_value == address)
        function.symbol = program.name(symbol);
  if (!function.symbol.starts_with("_Z")) return function;
  // What is declared in a function carries the function's name in its own; and loomcc makes a kernel's body a function in it.
  const std::string own = "_ZZ" + function.symbol.substr(2) + "E", nested = "_ZZZ" + function.symbol.substr(2) + "EN11loom_thread";
  for (const Program& program : programs())
    for (const Elf64_Sym& symbol : program.symbols())
      if (const std::string_view name = program.name(symbol);
          ELF64_ST_TYPE(symbol.st_info) == STT_TLS && (name.starts_with(own) || name.starts_with(nested)))
        function.shared_bytes += symbol.st_size;
  return function;
}

Range program_image() {
  Range image{UINTPTR_MAX, 0};
  for_each_object([&](const dl_phdr_info& object) {
    for (int i = 0; i < object.dlpi_phnum; ++i) {
      const ElfW(Phdr)& segment = object.dlpi_phdr[i];
      if (segment.p_type != PT_LOAD) continue;
      image.first = std::min<std::uintptr_t>(image.first, object.dlpi_addr + segment.p_vaddr);
      image.last = std::max<std::uintptr_t>(image.last, object.dlpi_addr + segment.p_vaddr + segment.p_memsz);
    }
    return true;
  });
  return image;
}

bool is_code(std::uintptr_t address) {
  static const Segments& code = *new Segments([](const ElfW(Phdr)& segment) { return segment.p_type == PT_LOAD && (segment.p_flags & PF_X); });
  return code.hold(address);
}

bool read_only_data(std::uintptr_t address) {
  // Constants that hold addresses are written once by the loader and then protected.
  static const Segments& constants = *new Segments(
      [](const ElfW(Phdr)& segment) { return (segment.p_type == PT_LOAD && !(segment.p_flags & PF_W)) || segment.p_type == PT_GNU_RELRO; });
  return constants.hold(address);
}

}  // namespace loom
