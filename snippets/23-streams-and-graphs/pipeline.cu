// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 6a2014cfba327be5237ee80a8d414a4a2b4a91ba]
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/pinned.cuh"
#include "common/side-by-side.cuh"

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

// Copies numbers in, works on them and copies them out, in pieces that use `streams` in turn.
// Host memory has to be pinned. When the streams are done, so is everything.
void in_pieces(const float* from, float* to, weft::View<float> device, std::size_t piece,
               unsigned rounds, const std::vector<weft::Stream>& streams) {
  std::size_t turn = 0;
  for (std::size_t first = 0; first < device.size(); first += piece) {
    const cudaStream_t stream = streams[turn++ % streams.size()];
    const std::size_t count = std::min(piece, device.size() - first);
    const std::size_t bytes = count * sizeof(float);
    float* const here = device.data() + first;
    weft::check(cudaMemcpyAsync(here, from + first, bytes, cudaMemcpyHostToDevice, stream));
    work<<<blocks_for(count), 256, 0, stream>>>(here, here, count, rounds);
    weft::check(cudaMemcpyAsync(to + first, here, bytes, cudaMemcpyDeviceToHost, stream));
  }
}

struct Stages {
  double in, work, out;  // seconds
  double longest() const { return std::max({in, work, out}); }
  double others() const { return in + work + out - longest(); }
};

double predicted(const Stages& stages, double latency, double pieces) {
  return stages.longest() + stages.others() / pieces + latency * pieces;
}

double best_pieces(const Stages& stages, double latency) {
  return std::sqrt(stages.others() / latency);
}

TEST_CASE("in any number of pieces and streams, the same bits come out") {
  constexpr std::size_t count = 1'003;
  weft::Pinned<float> from(count), to(count);
  weft::Buffer<float> device(count);
  for (std::size_t i = 0; i < count; ++i) from.data()[i] = static_cast<float>(i);
  for (const std::size_t streams : {1, 2, 3, 5})
    for (const std::size_t piece : {1ul, 100ul, 501ul, 1'003ul, 5'000ul}) {
      std::fill_n(to.data(), count, NAN);
      const std::vector<weft::Stream> several(streams);
      in_pieces(from.data(), to.data(), device.view(), std::max(piece, count / 11), 3, several);
      weft::check(cudaDeviceSynchronize());
      bool right = true;
      for (std::size_t i = 0; i < count; ++i)
        right = right && to.data()[i] == worked(from.data()[i], 3);
      CHECK(right);
    }
}

TEST_CASE("no other number of pieces is better than the model's best") {
  const Stages stages{0.020, 0.019, 0.021};
  const double best = best_pieces(stages, 10e-6);
  CHECK(best == doctest::Approx(62.4).epsilon(0.01));
  for (double pieces = 1; pieces < 1'000; ++pieces)
    CHECK(predicted(stages, 10e-6, pieces) >= predicted(stages, 10e-6, best));
  CHECK(stages.longest() / predicted(stages, 10e-6, best) > 0.94);
}

double seconds(const auto& work) { return weft::side_by_side(5, work)[0]; }

TEST_CASE("the best number of pieces" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t count = 1ul << 28;
  weft::Pinned<float> from(count), to(count);
  weft::Buffer<float> device(count);
  std::fill_n(from.data(), count, 1.0f);
  const std::vector<weft::Stream> three(3);
  float* const x = device.data();
  const Stages copies{
      seconds([&] { cudaMemcpyAsync(x, from.data(), from.bytes(), cudaMemcpyHostToDevice); }), 0,
      seconds([&] { cudaMemcpyAsync(to.data(), x, to.bytes(), cudaMemcpyDeviceToHost); })};
  const auto kernel = [&](unsigned rounds) {
    return seconds([&] { work<<<blocks_for(count), 256>>>(x, x, count, rounds); });
  };
  const double both = 2 * seconds([&] {  // half a gigabyte in while the other half is copied out
    cudaMemcpyAsync(x, from.data(), from.bytes() / 2, cudaMemcpyHostToDevice, three[0]);
    cudaMemcpyAsync(to.data(), x + count / 2, to.bytes() / 2, cudaMemcpyDeviceToHost, three[1]);
  });
  const double latency = seconds([&] {
    in_pieces(from.data(), to.data(), {x, 1'000}, 1, 1, three);
  }) / 1e3;
  const auto report = [](const char* series, std::size_t pieces, double took) {
    weft::report({series, 1.0 * pieces, "pieces", 1e3 * took, "ms"});
  };
  report("copy in, alone", 1, copies.in);
  report("copy out, alone", 1, copies.out);
  report("both copies, no kernel", 1, both);
  std::vector<float> from_pages(count, 1.0f), to_pages(count);
  unsigned rounds = 0;
  for (const bool is_long : {false, true}) {
    rounds = static_cast<unsigned>((is_long ? 2 : 1) * 2'000 * copies.in / kernel(2'000));
    const Stages alone{copies.in, kernel(rounds), copies.out}, beside{both, alone.work, both};
    report(is_long ? "long kernel, alone" : "kernel, alone", 1, alone.work);
    for (const std::size_t pieces : {1, 2, 4, 8, 16, 32, 64, 128, 256, 1024}) {
      const auto cut = [&](const float* source, float* sink) {
        return seconds([&] {
          in_pieces(source, sink, device.view(), count / pieces, rounds, three);
        });
      };
      report(is_long ? "pinned, long kernel" : "pinned", pieces, cut(from.data(), to.data()));
      report(is_long ? "model, long kernel" : "model, both copies", pieces,
             predicted(beside, latency, 1.0 * pieces));
      if (is_long) continue;
      report("model", pieces, predicted(alone, latency, 1.0 * pieces));
      if (pieces == 1 || pieces == 8 || pieces == 64)
        report("pageable", pieces, cut(from_pages.data(), to_pages.data()));
    }
  }
  CHECK(to.data()[count - 1] == worked(1.0f, rounds));
}
