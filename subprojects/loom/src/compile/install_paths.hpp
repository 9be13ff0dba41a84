// Where loom's headers and libraries are: beside the loomcc that runs, be it in its build folder or installed anywhere.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace loom::compile {

class InstallPaths {
 public:
  InstallPaths();

  // The folder that holds cuda_runtime.h.
  const std::filesystem::path& include() const { return include_; }
  // libloom.a
  const std::filesystem::path& library() const { return library_; }
  // The folder laid out as CUDA's toolkit is; empty where loom is not installed.
  const std::filesystem::path& toolkit() const { return toolkit_; }
  // A library by its file's name; `built` is where the build puts it.
  std::string library_file(const std::string& name, std::string_view built) const;

 private:
  bool installed_ = false;
  std::filesystem::path include_, library_, toolkit_;
};

}  // namespace loom::compile
