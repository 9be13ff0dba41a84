#include "compile/cmake.hpp"

namespace loom::compile {

// CMake itself links, by the first word of the last line.
std::string lines_for_cmake(const InstallPaths& paths, const std::string& linker) {
  const std::string toolkit = paths.toolkit().string();
  if (toolkit.empty()) return "";
  const std::string libraries = "\"-L" + toolkit + "/lib64\"";
  return "#$ TOP=" + toolkit + "\n"
         "#$ NVVMIR_LIBRARY_DIR=" + toolkit + "/nvvm/libdevice\n"
         "#$ PATH=" + toolkit + "/bin\n"
         "#$ INCLUDES=\"-I" + toolkit + "/include\"\n"
         "#$ LIBRARIES=" + libraries + "\n" +
         linker + " -arch compute_90 a.o " + libraries + " -lcudadevrt -lcudart_static -lrt -lpthread -ldl -o a.out\n";
}

}  // namespace loom::compile
