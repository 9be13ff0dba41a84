// Tangled from chapters/22-finding-time.md. Edit there. [sha1 a15ad96c3c0879bcf24f7e5f3126c6d1a0b43b6a]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nvtx3/nvToolsExt.h>

#include "common/measure.cuh"
#include "common/pinned.cuh"
#include "common/stream.cuh"

struct Span {
  std::string name;
  float begin, end;  // ms after the origin
};

// Named ranges of work in streams: events for us, NVTX for a profiler.
class Timeline {
 public:
  explicit Timeline(const std::vector<weft::Stream>& streams) {
    origin_.record(streams[0]);
    for (const weft::Stream& stream : streams)
      weft::check(cudaStreamWaitEvent(stream, origin_));
  }

  template <class Work>
  void run(const std::string& name, cudaStream_t stream, Work enqueue) {
    nvtxRangePushA(name.c_str());
    Range& range = ranges_.emplace_back();
    range.name = name;
    range.begin.record(stream);
    enqueue();
    range.end.record(stream);
    nvtxRangePop();
  }

  std::vector<Span> spans() const {
    weft::check(cudaDeviceSynchronize());
    std::vector<Span> spans;
    for (const Range& range : ranges_) {
      Span& span = spans.emplace_back(Span{range.name, 0, 0});
      weft::check(cudaEventElapsedTime(&span.begin, origin_, range.begin));
      weft::check(cudaEventElapsedTime(&span.end, origin_, range.end));
    }
    return spans;
  }

 private:
  struct Range {
    std::string name;
    weft::Event begin, end;
  };
  weft::Event origin_;
  std::vector<Range> ranges_;
};

// A span as a bar in a line that stands for `ms` milliseconds.
std::string bar(const Span& span, float ms, int columns) {
  const auto column = [&](float t) { return static_cast<int>(std::lround(t / ms * columns)); };
  const int begin = column(span.begin), end = std::max(column(span.end), begin + 1);
  return std::string(begin, ' ') + std::string(end - begin, '#');
}

__global__ void work(float* x, std::size_t n, unsigned rounds) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i >= n) return;
  float y = x[i];
  for (unsigned round = 0; round < rounds; ++round) y = fmaf(y, 0.5f, 1.0f);
  x[i] = y;
}

std::vector<Span> four_pieces(const std::vector<weft::Stream>& streams, float* host,
                              weft::Buffer<float>& device, unsigned rounds) {
  Timeline timeline(streams);
  const std::size_t n = device.size() / 4;
  for (int piece = 0; piece < 4; ++piece) {
    const cudaStream_t stream = streams[piece % streams.size()];
    float *const mine = host + piece * n, *const there = device.data() + piece * n;
    const std::size_t bytes = n * sizeof(float);
    const std::string number = std::to_string(piece);
    timeline.run("in " + number, stream, [&] {
      weft::check(cudaMemcpyAsync(there, mine, bytes, cudaMemcpyHostToDevice, stream));
    });
    timeline.run("work " + number, stream, [&] {
      work<<<static_cast<unsigned>((n + 255) / 256), 256, 0, stream>>>(there, n, rounds);
    });
    timeline.run("out " + number, stream, [&] {
      weft::check(cudaMemcpyAsync(mine, there, bytes, cudaMemcpyDeviceToHost, stream));
    });
  }
  return timeline.spans();
}

float last_end(const std::vector<Span>& spans) {
  float last = 0;
  for (const Span& span : spans) last = std::max(last, span.end);
  return last;
}

#ifdef __LOOM__
constexpr std::size_t piece = 1'001;
constexpr unsigned rounds = 3;
#else
constexpr std::size_t piece = 1 << 24;
constexpr unsigned rounds = 1'500;  // about as long as a copy
#endif

std::string drawn(const std::string& title, const std::vector<Span>& spans, float ms) {
  std::string lines = title + "\n";
  for (const Span& span : spans) lines += std::string(7 - span.name.size(), ' ') + span.name + " |" + bar(span, ms, 60) + "\n";
  return lines;
}

TEST_CASE("ranges of a stream follow one another, and the results are right") {
  weft::Pinned<float> host(4 * piece);
  weft::Buffer<float> device(host.size());
  const std::vector<weft::Stream> one(1), two(2);
  const auto run = [&](const std::vector<weft::Stream>& streams) {
    std::fill_n(host.data(), host.size(), 0.0f);
    const auto spans = four_pieces(streams, host.data(), device, rounds);
    float expected = 0;
    for (unsigned round = 0; round < rounds; ++round) expected = std::fma(expected, 0.5f, 1.0f);
    CHECK(std::count(host.data(), host.data() + host.size(), expected) == static_cast<std::ptrdiff_t>(host.size()));
    CHECK(spans.size() == 12);
    std::vector<float> reached(streams.size(), 0.0f);
    for (std::size_t i = 0; i < spans.size(); ++i) {
      float& stream = reached[i / 3 % streams.size()];
      CHECK(stream <= spans[i].begin);
      CHECK(spans[i].begin <= spans[i].end);
      stream = spans[i].end;
    }
    return spans;
  };
  run(two);  // loads the code
  const auto in_one = run(one), in_two = run(two);
  const std::string picture = drawn("one stream", in_one, last_end(in_one)) + drawn("two streams", in_two, last_end(in_one));
  CHECK(std::count(picture.begin(), picture.end(), '\n') == 2 * (1 + 12));
#ifndef __LOOM__  // whose times mean nothing
  std::printf("%s", picture.c_str());
#endif
}

TEST_CASE("a bar begins and ends in its column") {
  CHECK(bar({"", 1, 2}, 4, 8) == "  ##");
  CHECK(bar({"", 0, 4}, 4, 8) == "########");
  CHECK(bar({"", 3, 3}, 4, 8) == "      #");
}

TEST_CASE("two streams overlap copies and kernels" * doctest::skip(!weft::measuring())) {
  weft::Pinned<float> host(4 * piece);
  weft::Buffer<float> device(host.size());
  std::fill_n(host.data(), host.size(), 0.0f);
  const std::vector<weft::Stream> one(1), two(2);
  std::vector<float> in_one, in_two;
  for (int repetition = 0; repetition < 10; ++repetition) {
    in_one.push_back(last_end(four_pieces(one, host.data(), device, rounds)));
    in_two.push_back(last_end(four_pieces(two, host.data(), device, rounds)));
  }
  std::sort(in_one.begin(), in_one.end());
  std::sort(in_two.begin(), in_two.end());
  weft::report({"one stream", 4, "pieces", in_one[5], "ms"});
  weft::report({"two streams", 4, "pieces", in_two[5], "ms"});
  for (const Span& span : four_pieces(one, host.data(), device, rounds))
    if (span.name.ends_with("3")) weft::report({span.name.substr(0, span.name.find(' ')), 4, "pieces", span.end - span.begin, "ms"});
  CHECK(in_two[5] < 0.85f * in_one[5]);
}
