// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 ce2b069a72658ea0bc3fd18729eeb97bdcc7642e]
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <doctest/doctest.h>
#include <nvtx3/nvToolsExt.h>

#include "common/measure.cuh"
#include "common/pinned.cuh"
#include "common/stream.cuh"

// `rounds` steps of arithmetic, the same bits on host and device: fma rounds once on both.
__host__ __device__ inline float worked(float x, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) x = fmaf(x, 0.5f, 1.0f);
  return x;
}

__global__ void work(const float* from, float* to, std::size_t count, unsigned rounds) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += threads)
    to[i] = worked(from[i], rounds);
}

unsigned blocks_for(std::size_t count) {  // enough to fill any device, no more than there is work
  return static_cast<unsigned>(std::min<std::size_t>(8'192, (count + 255) / 256));
}

// When a piece was begun, copied in, worked on and copied out, in ms since the beginning.
using Marks = std::array<float, 4>;

std::vector<Marks> timeline(const float* from, float* to, weft::View<float> device,
                            std::size_t piece, unsigned rounds,
                            const std::vector<weft::Stream>& streams) {
  weft::Event start;
  start.record(streams[0]);
  for (const weft::Stream& stream : streams) weft::check(cudaStreamWaitEvent(stream, start));
  std::vector<std::array<weft::Event, 4>> events;
  for (std::size_t first = 0; first < device.size(); first += piece) {
    const cudaStream_t stream = streams[events.size() % streams.size()];
    const std::size_t count = std::min(piece, device.size() - first), bytes = count * sizeof(float);
    float* const here = device.data() + first;
    auto& marks = events.emplace_back();
    nvtxRangePushA("enqueue a piece");
    marks[0].record(stream);
    weft::check(cudaMemcpyAsync(here, from + first, bytes, cudaMemcpyHostToDevice, stream));
    marks[1].record(stream);
    work<<<blocks_for(count), 256, 0, stream>>>(here, here, count, rounds);
    marks[2].record(stream);
    weft::check(cudaMemcpyAsync(to + first, here, bytes, cudaMemcpyDeviceToHost, stream));
    marks[3].record(stream);
    nvtxRangePop();
  }
  weft::check(cudaDeviceSynchronize());
  std::vector<Marks> reached(events.size());
  for (std::size_t p = 0; p < events.size(); ++p)
    for (std::size_t mark = 0; mark < 4; ++mark)
      weft::check(cudaEventElapsedTime(&reached[p][mark], start, events[p][mark]));
  return reached;
}

TEST_CASE("the marks of each piece are reached in order, and the results are right") {
  constexpr std::size_t count = 1'003;
  weft::Pinned<float> from(count), to(count);
  weft::Buffer<float> device(count);
  std::fill_n(from.data(), count, 2.0f);
  std::fill_n(to.data(), count, NAN);
  const std::vector<weft::Stream> three(3);
  const auto reached = timeline(from.data(), to.data(), device.view(), 150, 3, three);
  CHECK(reached.size() == 7);
  for (const Marks& marks : reached) {
    CHECK(std::is_sorted(marks.begin(), marks.end()));
    CHECK(marks[0] >= 0);
  }
  CHECK(std::count(to.data(), to.data() + count, worked(2.0f, 3)) == count);
}

TEST_CASE("the timeline of eight pieces" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t count = 1ul << 28;
  weft::Pinned<float> from(count), to(count);
  weft::Buffer<float> device(count);
  std::fill_n(from.data(), count, 1.0f);
  const std::vector<weft::Stream> three(3);
  const auto run = [&](unsigned rounds) {
    return timeline(from.data(), to.data(), device.view(), count / 8, rounds, three);
  };
  run(1);  // now everything is loaded
  const Marks first = run(8'000)[0];  // its kernel is long enough to be measured
  const float in = first[1] - first[0], work = first[2] - first[1];
  const auto reached = run(static_cast<unsigned>(8'000 * in / work));
  for (std::size_t piece = 0; piece < reached.size(); ++piece)
    for (const auto& [series, mark] : {std::pair{"copied in", 1}, {"worked on", 2}, {"copied out", 3}})
      weft::report({series, 1.0 * piece, "piece", reached[piece][mark], "ms"});
}
