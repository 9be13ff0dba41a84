// Copies and memsets: what they move, what they refuse, and when they happen.
#include <cstdint>
#include <numeric>
#include <vector>

#include "memory/registry.hpp"
#include "runtime.hpp"

namespace loom {
std::uint64_t bytes_to_host();     // which loom/observe.h has for programs that loom compiles
}

namespace {

constexpr auto nonsense = static_cast<cudaMemcpyKind>(17);

// One piece of each memory, of 64 bytes.
struct Memories {
  char* device = nullptr;
  char* other = nullptr;
  char* managed = nullptr;
  char* pinned = nullptr;
  char pageable[64] = {};

  Memories() {
    REQUIRE(cudaMalloc(&device, 64) == cudaSuccess);
    REQUIRE(cudaMalloc(&other, 64) == cudaSuccess);
    REQUIRE(cudaMallocManaged(&managed, 64) == cudaSuccess);
    REQUIRE(cudaMallocHost(&pinned, 64) == cudaSuccess);
  }
};

std::vector<int> counted(int count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

bool never_written(const void* memory, std::size_t bytes) {
  return loom::Registry::instance().never_written(reinterpret_cast<std::uintptr_t>(memory), bytes);
}

}  // namespace

TEST_CASE("what goes to the device and round comes back") {
  const Fresh fresh;
  for (const int count : {1, 255, 257, 10007}) {
    CAPTURE(count);
    const std::vector<int> sent = counted(count);
    std::vector<int> received(count, -1);
    const std::size_t bytes = count * sizeof(int);
    int* one = nullptr;
    int* other = nullptr;
    REQUIRE(cudaMalloc(&one, bytes) == cudaSuccess);
    REQUIRE(cudaMalloc(&other, bytes) == cudaSuccess);
    CHECK(cudaMemcpy(one, sent.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(other, one, bytes, cudaMemcpyDeviceToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(received.data(), other, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(received == sent);
    std::vector<int> again(count, -1);
    CHECK(cudaMemcpy(again.data(), received.data(), bytes, cudaMemcpyHostToHost) == cudaSuccess);
    CHECK(cudaMemcpy(again.data(), other, bytes, cudaMemcpyDefault) == cudaSuccess);
    CHECK(again == sent);
  }
}

TEST_CASE("a direction that is none of the five is refused") {
  const Fresh fresh;
  Memories m;
  CHECK(cudaMemcpy(m.device, m.pageable, 64, nonsense) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpyAsync(m.device, m.pageable, 64, nonsense) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpy2D(m.device, 8, m.pageable, 8, 8, 8, nonsense) == cudaErrorInvalidMemcpyDirection);
}

TEST_CASE("where the direction says device, pageable memory will not do") {
  const Fresh fresh;
  Memories m;
  CHECK(cudaMemcpy(m.pageable, m.device, 64, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(m.device, m.pageable, 64, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(m.device, m.pageable, 64, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(m.pageable, m.device, 64, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyAsync(m.device, m.pageable, 64, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
}

TEST_CASE("memory that both reach may stand on either side") {
  const Fresh fresh;
  Memories m;
  for (char* const both : {m.managed, m.pinned}) {
    CHECK(cudaMemcpy(both, m.pageable, 64, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(m.pageable, both, 64, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(cudaMemcpy(m.device, both, 64, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(both, m.device, 64, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(cudaMemcpy(both, both, 64, cudaMemcpyHostToHost) == cudaSuccess);
  }
}

TEST_CASE("a copy may not go beyond what was allocated") {
  const Fresh fresh;
  Memories m;
  std::vector<char> plenty(1000);
  CHECK(cudaMemcpy(m.device, plenty.data(), 65, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(m.device + 1, plenty.data(), 64, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(plenty.data(), m.device, 65, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(plenty.data(), m.pinned, 65, cudaMemcpyDefault) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(m.device, plenty.data(), SIZE_MAX, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyAsync(m.device, plenty.data(), 65, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemset(m.device, 0, 65) == cudaErrorInvalidValue);
  CHECK(cudaMemset(m.device + 60, 0, 5) == cudaErrorInvalidValue);
  CHECK(cudaMemsetAsync(m.device, 0, 65) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(m.device + 60, plenty.data(), 4, cudaMemcpyHostToDevice) == cudaSuccess);
}

TEST_CASE("freed memory, the redzone between allocations and null cannot be copied to or from") {
  const Fresh fresh;
  Memories m;
  REQUIRE(cudaFree(m.other) == cudaSuccess);
  CHECK(cudaMemcpy(m.other, m.pageable, 4, cudaMemcpyDefault) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(m.pageable, m.other, 4, cudaMemcpyDefault) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(m.pageable, m.device + 64, 4, cudaMemcpyDefault) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(nullptr, m.pageable, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(m.device, nullptr, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(nullptr, m.pageable, 4, cudaMemcpyHostToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyAsync(nullptr, m.pageable, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemset(nullptr, 0, 4) == cudaErrorInvalidValue);
  CHECK(cudaMemset(m.pageable, 0, 4) == cudaErrorInvalidValue);
}

TEST_CASE("a copy of no bytes is not an error") {
  const Fresh fresh;
  Memories m;
  CHECK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpyAsync(nullptr, nullptr, 0, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy2D(nullptr, 8, nullptr, 8, 0, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy2D(nullptr, 8, nullptr, 8, 4, 0, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemset(nullptr, 0, 0) == cudaSuccess);
  CHECK(cudaMemsetAsync(nullptr, 0, 0) == cudaSuccess);
  CHECK(cudaMemset2D(nullptr, 8, 0, 8, 0) == cudaSuccess);
  CHECK(cudaMemcpy(nullptr, nullptr, 0, nonsense) == cudaSuccess);
  CHECK(cudaMemset2D(m.device, 4, 0, 5, 0) == cudaSuccess);
}

TEST_CASE("a copy waits for the work before it") {
  const Fresh fresh;
  int* number = nullptr;
  int seen = 0;
  REQUIRE(cudaMalloc(&number, sizeof *number) == cudaSuccess);
  launch([=] { *number = 7; });
  CHECK(cudaMemcpy(&seen, number, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 7);
}

TEST_CASE("an asynchronous copy reads pageable memory at the call and pinned memory when it runs") {
  const Fresh fresh;
  int* number = nullptr;
  int* pinned = nullptr;
  int pageable = 1, seen = 0;
  REQUIRE(cudaMalloc(&number, sizeof *number) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, sizeof *pinned) == cudaSuccess);

  CHECK(cudaMemcpyAsync(number, &pageable, sizeof pageable, cudaMemcpyHostToDevice) == cudaSuccess);
  pageable = 2;
  CHECK(cudaMemcpy(&seen, number, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 1);

  *pinned = 1;
  CHECK(cudaMemcpyAsync(number, pinned, sizeof *pinned, cudaMemcpyHostToDevice) == cudaSuccess);
  *pinned = 2;
  CHECK(cudaMemcpy(&seen, number, sizeof seen, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 2);
}

TEST_CASE("an asynchronous copy writes pageable memory before it returns and pinned memory when it runs") {
  const Fresh fresh;
  int* number = nullptr;
  int* pinned = nullptr;
  int pageable = 1;
  REQUIRE(cudaMalloc(&number, sizeof *number) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, sizeof *pinned) == cudaSuccess);
  launch([=] { *number = 9; });

  *pinned = 1;
  CHECK(cudaMemcpyAsync(pinned, number, sizeof *pinned, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(*pinned == 1);
  CHECK(cudaMemcpyAsync(&pageable, number, sizeof pageable, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(pageable == 9);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(*pinned == 9);
  CHECK(cudaMemcpyAsync(pinned, number, 4, cudaMemcpyDeviceToHost, reinterpret_cast<cudaStream_t>(number)) ==
        cudaErrorInvalidResourceHandle);
}

TEST_CASE("rows are copied with the pitch of each side") {
  const Fresh fresh;
  constexpr std::size_t width = 37 * sizeof(int), height = 5;
  std::vector<int> sent = counted(40 * 5), received(38 * 5, -1);
  int* rows = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&rows, &pitch, width, height) == cudaSuccess);
  CHECK(cudaMemcpy2D(rows, pitch, sent.data(), 40 * sizeof(int), width, height, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy2D(received.data(), 38 * sizeof(int), rows, pitch, width, height, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (int row = 0; row < 5; ++row) {
    CHECK(received[38 * row] == sent[40 * row]);
    CHECK(received[38 * row + 36] == sent[40 * row + 36]);
    CHECK(received[38 * row + 37] == -1);
  }

  // Staged at the call, with rows packed.
  std::vector<int> doubled = sent;
  for (int& number : doubled) number *= 2;
  CHECK(cudaMemcpy2DAsync(rows, pitch, doubled.data(), 40 * sizeof(int), width, height, cudaMemcpyHostToDevice) == cudaSuccess);
  doubled.assign(doubled.size(), 0);
  CHECK(cudaMemcpy2DAsync(received.data(), 38 * sizeof(int), rows, pitch, width, height, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(received[38 * 4 + 36] == 2 * sent[40 * 4 + 36]);

  CHECK(cudaMemcpy2D(rows, width - 1, sent.data(), width, width, height, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  CHECK(cudaMemcpy2D(rows, pitch, sent.data(), width - 1, width, height, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  CHECK(cudaMemcpy2D(rows, pitch, sent.data(), width, width, height + 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy2D(nullptr, pitch, sent.data(), width, width, height, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
}

TEST_CASE("memsets fill bytes, all of them and no more") {
  const Fresh fresh;
  unsigned char* bytes = nullptr;
  std::vector<unsigned char> seen(64);
  REQUIRE(cudaMalloc(&bytes, 64) == cudaSuccess);
  REQUIRE(cudaMemset(bytes, 0, 64) == cudaSuccess);
  CHECK(cudaMemset(bytes + 1, 0x1ab, 5) == cudaSuccess);
  CHECK(cudaMemset2D(bytes + 16, 16, 3, 2, 3) == cudaSuccess);
  REQUIRE(cudaMemcpy(seen.data(), bytes, 64, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (int i = 0; i < 64; ++i) {
    CAPTURE(i);
    const int expected = i >= 1 && i <= 5 ? 0xab : i >= 16 && i % 16 < 2 ? 3 : 0;
    CHECK(seen[i] == expected);
  }
  CHECK(cudaMemset2D(bytes, 4, 0, 5, 2) == cudaErrorInvalidValue);
  CHECK(cudaMemset2D(bytes, 16, 0, 16, 5) == cudaErrorInvalidValue);
  CHECK(cudaMemset2DAsync(bytes, 4, 0, 5, 2) == cudaErrorInvalidValue);
}

TEST_CASE("asynchronous memsets happen in their stream") {
  const Fresh fresh;
  unsigned char* byte = nullptr;
  REQUIRE(cudaMallocManaged(&byte, 4) == cudaSuccess);
  byte[0] = byte[3] = 1;
  CHECK(cudaMemsetAsync(byte, 7, 2) == cudaSuccess);
  CHECK(cudaMemset2DAsync(byte + 2, 1, 8, 1, 2) == cudaSuccess);
  CHECK(byte[0] == 1);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK((byte[0] == 7 && byte[1] == 7 && byte[2] == 8 && byte[3] == 8));
  const auto nowhere = reinterpret_cast<cudaStream_t>(byte);
  CHECK(cudaMemsetAsync(byte, 7, 2, nowhere) == cudaErrorInvalidResourceHandle);
}

TEST_CASE("copies and memsets write, and what was not written stays so when it is copied on") {
  const Fresh fresh;
  Memories m;
  CHECK(never_written(m.device, 64));
  CHECK(cudaMemcpy(m.device, m.pageable, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK_FALSE(never_written(m.device + 3, 1));
  CHECK(never_written(m.device + 4, 60));
  CHECK(cudaMemcpy(m.other, m.device, 8, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK_FALSE(never_written(m.other + 3, 1));
  CHECK(never_written(m.other + 4, 60));
  CHECK(cudaMemset(m.other + 8, 0, 56) == cudaSuccess);
  CHECK_FALSE(never_written(m.other + 63, 1));
  CHECK(never_written(m.other + 4, 4));
}

TEST_CASE("memory goes from one device to the other") {
  const Fresh fresh;
  int* here = nullptr;
  int* there = nullptr;
  int seen = 0;
  const int sent = 11;
  REQUIRE(cudaMalloc(&here, 4) == cudaSuccess);
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  REQUIRE(cudaMalloc(&there, 4) == cudaSuccess);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  REQUIRE(cudaMemcpy(here, &sent, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpyPeer(there, 1, here, 0, 4) == cudaSuccess);
  CHECK(cudaMemcpy(&seen, there, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 11);
  launch([=] { *here = 12; });
  CHECK(cudaMemcpyPeerAsync(there, 1, here, 0, 4) == cudaSuccess);
  CHECK(cudaMemcpy(&seen, there, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(seen == 12);
  CHECK(cudaMemcpyPeer(there, devices, here, 0, 4) == cudaErrorInvalidDevice);
  CHECK(cudaMemcpyPeerAsync(there, 1, here, -1, 4) == cudaErrorInvalidDevice);
  CHECK(cudaMemcpyPeer(there, 1, &seen, 0, 4) == cudaErrorInvalidValue);
}

TEST_CASE("what copies bring to the host is counted, and nothing else") {
  const Memories memories;
  const auto brought = [&](auto&& copies) {
    const std::uint64_t before = loom::bytes_to_host();
    copies();
    return loom::bytes_to_host() - before;
  };
  char* const pageable = const_cast<char*>(memories.pageable);
  CHECK(brought([&] { cudaMemcpy(memories.device, pageable, 64, cudaMemcpyHostToDevice); }) == 0);
  CHECK(brought([&] { cudaMemcpy(memories.other, memories.device, 64, cudaMemcpyDeviceToDevice); }) == 0);
  CHECK(brought([&] { cudaMemcpy(pageable, memories.device, 40, cudaMemcpyDeviceToHost); }) == 40);
  CHECK(brought([&] { cudaMemcpy2D(pageable, 16, memories.device, 16, 10, 3, cudaMemcpyDefault); }) == 30);
  CHECK(brought([&] {
          cudaMemcpyAsync(memories.pinned, memories.device, 64, cudaMemcpyDeviceToHost, nullptr);
          cudaStreamSynchronize(nullptr);
        }) == 64);
}
