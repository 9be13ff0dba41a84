// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 eec948cd0a187d8ca2f8c8464c8ea2b3ec6cd57b]
#include <string>

#include <doctest/doctest.h>

#include "common/clock.cuh"
#include "common/devices.cuh"
#include "common/measure.cuh"
#include "common/nccl.cuh"
#include "common/stream.cuh"

__global__ void add_from(const float* elsewhere, float* here, std::size_t count) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    here[i] += elsewhere[i];
}

struct OnDevice {
  weft::Buffer<float> from, sum;
  weft::Stream stream;
  OnDevice(const std::vector<float>& values) : from(values), sum(values) {}
};

// Each device adds the numbers of all others, beginning with device 0 or with the device after it. What is read is never written.
void plainly(const std::vector<int>& devices, std::vector<OnDevice>& all, bool from_next) {
  for (std::size_t d = 0; d < devices.size(); ++d) {
    weft::check(cudaSetDevice(devices[d]));
    const std::size_t count = all[d].from.size(), bytes = count * sizeof(float);
    weft::check(cudaMemcpyAsync(all[d].sum.data(), all[d].from.data(), bytes,
                                cudaMemcpyDeviceToDevice, all[d].stream));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t other = from_next ? (d + i) % all.size() : i;
      if (other == d) continue;
      add_from<<<1'056, 256, 0, all[d].stream>>>(all[other].from.data(), all[d].sum.data(), count);
    }
    weft::check(cudaGetLastError());
  }
}

#ifdef NCCL_MAJOR
class Nccl {
 public:
  explicit Nccl(const std::vector<int>& devices) : ranks_(devices.size()) {
    weft::check(ncclCommInitAll(ranks_.data(), static_cast<int>(devices.size()), devices.data()));
  }
  Nccl(const Nccl&) = delete;
  Nccl& operator=(const Nccl&) = delete;
  ~Nccl() {
    for (const ncclComm_t rank : ranks_) ncclCommDestroy(rank);
  }
  void operator()(std::vector<OnDevice>& all) const {
    weft::check(ncclGroupStart());
    for (std::size_t d = 0; d < all.size(); ++d)
      weft::check(ncclAllReduce(all[d].from.data(), all[d].sum.data(), all[d].from.size(),
                                ncclFloat, ncclSum, ranks_[d], all[d].stream));
    weft::check(ncclGroupEnd());
  }

 private:
  std::vector<ncclComm_t> ranks_;
};
#endif

// All numbers of device d begin as d + 1.
std::vector<OnDevice> begin(const std::vector<int>& devices, std::size_t count) {
  std::vector<OnDevice> all;
  for (const int device : devices) {
    weft::check(cudaSetDevice(device));
    all.emplace_back(std::vector<float>(count, static_cast<float>(device + 1)));
    weft::check(cudaDeviceSynchronize());
  }
  return all;
}

void expect_sums(const std::vector<int>& devices, const std::vector<OnDevice>& all) {
  const float sum = static_cast<float>(devices.size() * (devices.size() + 1) / 2);
  for (std::size_t d = 0; d < devices.size(); ++d) {
    all[d].stream.wait();
    weft::check(cudaSetDevice(devices[d]));
    CHECK(all[d].sum.to_host() == std::vector<float>(all[d].from.size(), sum));
  }
}

TEST_CASE("after an all-reduce, every device has the sum of all") {
  const std::vector<int> devices = weft::all_devices();
  int possible = 1;
  for (const int device : devices)
    if (device > 0 && possible) weft::check(cudaDeviceCanAccessPeer(&possible, 0, device));
  if (!possible) return;
  weft::connect(devices);
  for (const bool from_next : {false, true}) {
    std::vector<OnDevice> all = begin(devices, 1'003);
    plainly(devices, all, from_next);
    expect_sums(devices, all);
  }
#ifdef NCCL_MAJOR
  std::vector<OnDevice> again = begin(devices, 1'003);
  Nccl nccl(devices);
  nccl(again);
  expect_sums(devices, again);
#endif
}

void measure_all_reduce(const std::vector<int>& devices) {
  const std::string on = " on " + std::to_string(devices.size());
#ifdef NCCL_MAJOR
  Nccl nccl(devices);
#endif
  for (std::size_t count = 256; count <= 1ul << 27; count *= 8) {
    const auto time = [&](const std::string& way, const auto& reduce) {
      std::vector<OnDevice> all = begin(devices, count);
      const double took = weft::by_the_clock(7, [&] {
        reduce(all);
        for (const OnDevice& one : all) one.stream.wait();
      });
      weft::report({way + on, 4.0 * count, "bytes", 1e6 * took, "µs"});
      expect_sums(devices, all);
    };
    time("plainly", [&](auto& all) { plainly(devices, all, false); });
    if (devices.size() > 2) time("plainly, next first,", [&](auto& all) { plainly(devices, all, true); });
#ifdef NCCL_MAJOR
    time("NCCL", nccl);
#endif
  }
}

TEST_CASE("the time of an all-reduce" * doctest::skip(!weft::measuring())) {
  const std::vector<int> all = weft::all_devices();
  weft::connect(all);
  for (std::size_t count = std::min<std::size_t>(2, all.size()); count <= all.size(); count *= 2)
    measure_all_reduce({all.begin(), all.begin() + count});
}
