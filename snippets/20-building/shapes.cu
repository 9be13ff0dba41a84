// Tangled from chapters/20-building.md. Edit there. [sha1 7ed0fad35b120896579b882d424d5a0889a41b32]
#include <dlfcn.h>

#include <cstdio>
#include <filesystem>
#include <random>

#include <doctest/doctest.h>

#include "20-building/project/one-file.cu"
#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/tools.cuh"

TEST_CASE("the mean temperature is not the temperature of the mean") {
  std::vector<float> swinging;
  for (int k = 0; k < 16; ++k) swinging.push_back(k % 2 == 0 ? 4.096f : 41.276f);
  const weft::Buffer<float> from(swinging);
  weft::Buffer<float> to(1);
  weft::check(mean_of(16, from.data(), to.data(), 1));
  const float mean = to.to_host()[0];
  CHECK(std::abs(mean - 550) < 0.1f);

  const weft::Buffer<float> one(std::vector<float>{(4.096f + 41.276f) / 2});
  weft::check(mean_of(1, one.data(), to.data(), 1));
  const float of_mean = to.to_host()[0];
  CHECK(std::abs(of_mean - mean) > 1);
  std::printf("%.1f and %.1f degrees\n", mean, of_mean);
}

using Mean = decltype(&mean_of);

// `mean_of` from a shared library of these files, or null if it cannot be built. Each library needs
// a name of its own: dlopen() takes one name for one library, whatever the file contains now.
Mean built(const std::string& name, const std::string& files, const std::string& options) {
  const auto project = std::filesystem::absolute(__FILE__).parent_path() / "project";
  const auto library = std::filesystem::temp_directory_path() / ("lib" + name + ".so");
  cudaDeviceProp device;
  weft::check(cudaGetDeviceProperties(&device, 0));
  const std::string command = weft::tools_path + "cd '" + project.string() + "' && nvcc -O2" +
                              " -arch=sm_" + std::to_string(10 * device.major + device.minor) +
                              " -std=c++17 -shared -Xcompiler=-fPIC " + options + " -o '" +
                              library.string() + "' " + files;
  if (std::system(command.c_str()) != 0) return nullptr;
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  std::filesystem::remove(library);
  return loaded ? reinterpret_cast<Mean>(dlsym(loaded, "mean_of")) : nullptr;
}

TEST_CASE("one file, two files, two files optimised together" * doctest::skip(!weft::measuring()) *
          weft::needs("nvcc")) {
  const std::size_t count = std::size_t{1} << 26;
  std::mt19937 random(1);
  std::vector<float> readings(count + 16);
  for (float& reading : readings) reading = static_cast<float>(random() >> 8) * 54 * 0x1p-24f;
  const weft::Buffer<float> from(readings);
  weft::Buffer<float> to(count);
  const Mean one = built("one", "one-file.cu", ""), two = built("two", "celsius.cu mean.cu", "-rdc=true"),
             linked = built("linked", "celsius.cu mean.cu", "-rdc=true -dlto");
  REQUIRE((one && two && one != two && linked != two));
  for (const int calls : {1, 4, 16}) {
    const auto go = [&](Mean mean) {
      return [&, mean] { weft::check(mean(calls, from.data(), to.data(), count)); };
    };
    const auto report = [&](const char* name, double seconds) {
      weft::report({name, 1.0 * calls, "calls per result", 1e-9 * static_cast<double>(count) / seconds,
                    "G results/s"});
    };
    const auto seconds = weft::side_by_side(15, go(one), go(two), go(linked ? linked : one));
    report("one file", seconds[0]);
    report("separate compilation", seconds[1]);
    if (linked) report("link-time optimisation", seconds[2]);

    go(mean_of)();
    const auto expected = to.to_host();
    for (const Mean mean : {one, two, linked ? linked : one}) {
      weft::check(cudaMemset(to.data(), 0xff, count * sizeof(float)));
      go(mean)();
      CHECK(to.to_host() == expected);
    }
  }
}
