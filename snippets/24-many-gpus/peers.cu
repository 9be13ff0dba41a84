// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 e0b44be3498e8e4fb49e1371d17325a9ccf4400a]
#include <string>

#include <doctest/doctest.h>

#include "common/devices.cuh"
#include "common/measure.cuh"
#include "common/pinned.cuh"
#include "common/side-by-side.cuh"

// All work given to `later` after this call waits for all that `earlier` has been given before it.
void comes_after(cudaStream_t later, cudaStream_t earlier) {
  weft::Event so_far;  // may be destroyed immediately: CUDA keeps it until it has completed
  so_far.record(earlier);
  weft::check(cudaStreamWaitEvent(later, so_far));
}

__global__ void add_from(const float* elsewhere, float* here, std::size_t count) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    here[i] += elsewhere[i];
}

TEST_CASE("a device copies from another, and its kernels read there") {
  const std::vector<int> devices = weft::all_devices();
  weft::connect(devices);
  const int near = devices.front(), far = devices.back();
  const std::vector<float> ones(1'001, 1.0f), twos(1'001, 2.0f);
  weft::check(cudaSetDevice(far));
  const weft::Buffer<float> there(twos);
  weft::check(cudaSetDevice(near));
  weft::Buffer<float> here(ones), copy(1'001);
  const std::size_t bytes = 1'001 * sizeof(float);
  weft::check(cudaMemcpyPeerAsync(copy.data(), near, there.data(), far, bytes, nullptr));
  CHECK(copy.to_host() == twos);
  int possible = near == far;
  if (!possible) weft::check(cudaDeviceCanAccessPeer(&possible, near, far));
  if (!possible) return;
  add_from<<<4, 256>>>(there.data(), here.data(), 1'001);
  CHECK(here.to_host() == std::vector<float>(1'001, 3.0f));
}

TEST_CASE("how fast peers are" * doctest::skip(!weft::measuring())) {
  const std::vector<int> devices = weft::all_devices();
  const int near = devices.front(), far = devices.back();
  constexpr std::size_t most = 1ul << 28;
  weft::check(cudaSetDevice(far));
  const weft::Buffer<float> there(std::vector<float>(most / 4, 1.0f));
  weft::Buffer<float> back(most / 4);
  weft::check(cudaSetDevice(near));
  weft::Buffer<float> here(most / 4), mine(std::vector<float>(most / 4, 1.0f));
  weft::Pinned<float> host(most / 4);
  const weft::Stream one, other;
  const auto time = [&](const std::string& series, const auto& copy) {
    for (std::size_t bytes = 4; bytes <= most; bytes *= 8) {
      const double seconds = weft::side_by_side(9, [&] { copy(bytes); })[0];
      weft::report({series, 1.0 * bytes, "bytes", 1e6 * seconds, "µs"});
    }
  };
  time("through pinned host memory", [&](std::size_t bytes) {
    weft::check(cudaMemcpyAsync(host.data(), there.data(), bytes, cudaMemcpyDefault, one));
    weft::check(cudaMemcpyAsync(here.data(), host.data(), bytes, cudaMemcpyDefault, one));
  });
  weft::connect(devices);
  const auto bring = [&](std::size_t bytes) {
    weft::check(cudaMemcpyPeerAsync(here.data(), near, there.data(), far, bytes, one));
  };
  const auto send = [&](std::size_t bytes) {
    weft::check(cudaMemcpyPeerAsync(back.data(), far, mine.data(), near, bytes, other));
  };
  time("peer copy to here", bring);
  time("peer copy from here", send);
  time("peer copies in both directions", [&](std::size_t bytes) {
    comes_after(other, one);
    send(bytes);
    bring(bytes);
    comes_after(one, other);
  });
  time("kernel", [&](std::size_t bytes) {
    add_from<<<1'056, 256, 0, one>>>(there.data(), here.data(), bytes / 4);
  });
}
