// Tangled from chapters/05-vectors.md. Edit there. [sha1 9560e97ddc27776b6aa2f4ca28a1ad8ee7e836d0]
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <unistd.h>

#include "common/buffer.cuh"
#include "common/tools.cuh"

#include "project/four-expressions.cu"

const std::vector<float> arguments = {1e6f, 0x1.8p126f, -2.5f, 0x1p-126f};

std::vector<float> results_of(decltype(&compute_four) compute) {
  const weft::Buffer<float> x(arguments);
  weft::Buffer<float> results(std::vector<float>(4, -1.0f));
  weft::check(compute(x.data(), results.data()));
  return results.to_host();
}

TEST_CASE("compiled as usual, four expressions have the right values") {
  const std::vector<float> usual = results_of(compute_four);
  CHECK(std::abs(usual[0] - std::sin(1e6)) < 1e-6);
  CHECK(usual[1] == 1);
  CHECK(usual[2] == 6.25f);
  CHECK(usual[3] == 0x1p-127f);
}

#ifndef __LOOM__
// `compute_four` from a shared library built with -use_fast_math, or null if it cannot be built.
decltype(&compute_four) with_fast_math() {
  namespace fs = std::filesystem;
  const fs::path source = fs::absolute(__FILE__).parent_path() / "project/four-expressions.cu";
  const fs::path library =
      fs::temp_directory_path() / ("libfast-math-" + std::to_string(getpid()) + ".so");
  cudaDeviceProp device;
  weft::check(cudaGetDeviceProperties(&device, 0));
  const std::string command =
      weft::tools_path + "nvcc -use_fast_math -std=c++17 -shared -Xcompiler=-fPIC -arch=sm_" +
      std::to_string(10 * device.major + device.minor) + " -o '" + library.string() + "' '" +
      source.string() + "'";
  if (std::system(command.c_str()) != 0) return nullptr;
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  fs::remove(library);
  if (!loaded) return nullptr;
  return reinterpret_cast<decltype(&compute_four)>(dlsym(loaded, "compute_four"));
}

TEST_CASE("with -use_fast_math, all four are wrong" * weft::needs("nvcc")) {
  const auto compute = with_fast_math();
  REQUIRE((compute != nullptr && compute != compute_four));
  const std::vector<float> usual = results_of(compute_four), fast = results_of(compute);
  CHECK(std::abs(fast[0] - std::sin(1e6)) > 0.1);
  CHECK(fast[1] == 0);
  CHECK(std::isnan(fast[2]));
  CHECK(fast[3] == 0);
  const char* const expressions[] = {"`sinf(x)`, x = 1,000,000", "`x / x`, x = 1.5 · 2^126^",
                                     "`powf(x, 2)`, x = −2.5", "`x / 2`, x = 2^−126^"};
  std::puts("expression | as usual | with `-use_fast_math`");
  for (int i = 0; i < 4; ++i) std::printf("%s | %.6g | %.6g\n", expressions[i], usual[i], fast[i]);
}
#endif
