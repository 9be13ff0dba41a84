#include "compile/install_paths.hpp"

#include <cstdlib>
#include <iterator>

#include "compile/config.hpp"

namespace loom::compile {
namespace {

namespace fs = std::filesystem;

// The prefix of an installed loomcc: its folder less the part that stands for bindir.
fs::path prefix_of(fs::path folder) {
  const fs::path bindir = LOOM_INSTALLED_BIN;
  for (auto part = bindir.begin(); part != bindir.end(); ++part) folder = folder.parent_path();
  return folder;
}

fs::path from_environment(const char* name, const fs::path& otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? fs::path(value) : otherwise;
}

}  // namespace

InstallPaths::InstallPaths() {
  std::error_code unknown;
  const fs::path folder = fs::read_symlink("/proc/self/exe", unknown).parent_path();
  installed_ = !unknown && !fs::equivalent(folder, LOOM_BUILD_BIN, unknown);
  // An absolute folder in the configuration stays what it is; a relative one is the prefix's.
  const fs::path prefix = prefix_of(folder);
  include_ = from_environment("LOOM_INCLUDE", installed_ ? prefix / LOOM_INSTALLED_INCLUDE : fs::path(LOOM_BUILD_INCLUDE));
  if (installed_) toolkit_ = prefix / LOOM_INSTALLED_LIB / "toolkit";
  library_ = from_environment("LOOM_LIBRARY", installed_ ? prefix / LOOM_INSTALLED_LIB / "libloom.a" : fs::path(LOOM_BUILD_LIBRARY));
}

std::string InstallPaths::library_file(const std::string& name, std::string_view built) const {
  return installed_ ? (library_.parent_path() / name).string() : std::string(built);
}

}  // namespace loom::compile
