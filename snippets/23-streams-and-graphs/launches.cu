// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 6beddf838496ddebeb9fb68455937c63c0a16123]
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/clock.cuh"
#include "common/graph.cuh"
#include "common/measure.cuh"

// A kernel so small that its cost is that of its launch.
__global__ void step(unsigned* number, unsigned by) {
  if (threadIdx.x == 0) *number += by;
}

void chain(unsigned* number, unsigned kernels, unsigned by, cudaStream_t stream) {
  for (unsigned i = 0; i < kernels; ++i) step<<<1, 32, 0, stream>>>(number, by);
}

// All work given to `later` after this call waits for all that `earlier` has been given before it.
void comes_after(cudaStream_t later, cudaStream_t earlier) {
  weft::Event so_far;  // may be destroyed immediately: CUDA keeps it until it has completed
  so_far.record(earlier);
  weft::check(cudaStreamWaitEvent(later, so_far));
}

__global__ void early_step(unsigned* number, unsigned by) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();  // the next kernel may begin as well
  // Work that needs nothing from the previous kernel would go here.
  cudaGridDependencySynchronize();  // its results are complete, and visible
#endif
  if (threadIdx.x == 0) *number += by;
}

void early_chain(unsigned* number, unsigned kernels, unsigned by, cudaStream_t stream) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t launch{};
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(32);
  launch.stream = stream;
  launch.attrs = &early;
  launch.numAttrs = 1;
  for (unsigned i = 0; i < kernels; ++i)
    weft::check(cudaLaunchKernelEx(&launch, early_step, number, by));
}

TEST_CASE("a chain of ten kernels has nine edges, a fork of two that join has four") {
  weft::Buffer<unsigned> numbers(std::vector<unsigned>(4, 0));
  unsigned* const n = numbers.data();
  const weft::Graph line([&](cudaStream_t stream) { chain(n, 10, 1, stream); });
  CHECK(line.nodes() == 10);
  CHECK(line.edges() == 9);
  const weft::Stream other;
  const weft::Graph fork([&](cudaStream_t stream) {
    chain(n, 1, 1, stream);
    comes_after(other, stream);
    chain(n + 1, 1, 1, other);
    chain(n + 2, 1, 1, stream);
    comes_after(stream, other);
    chain(n + 3, 1, 1, stream);
  });
  CHECK(fork.nodes() == 4);
  CHECK(fork.edges() == 4);
  CHECK(numbers.to_host() == std::vector<unsigned>(4, 0));  // nothing has run
}

TEST_CASE("a graph is launched any number of times, and takes new arguments") {
  weft::Buffer<unsigned> number(std::vector<unsigned>{0});
  const auto by = [&](unsigned kernels, unsigned amount) {
    return weft::Graph([&, kernels, amount](cudaStream_t stream) {
      chain(number.data(), kernels, amount, stream);
    });
  };
  const weft::Stream stream;
  weft::Launchable ten(by(10, 1));
  ten.launch(stream);
  ten.launch(stream);
  stream.wait();
  CHECK(number.to_host()[0] == 20);
  CHECK(ten.update(by(10, 100)));
  ten.launch(stream);
  stream.wait();
  CHECK(number.to_host()[0] == 1'020);
  CHECK_FALSE(ten.update(by(11, 1)));  // another shape
}

TEST_CASE("kernels that may begin early still add one after the other") {
  cudaDeviceProp device;
  weft::check(cudaGetDeviceProperties(&device, 0));
  if (device.major < 9) return;
  weft::Buffer<unsigned> number(std::vector<unsigned>{0});
  const weft::Stream stream;
  early_chain(number.data(), 100, 3, stream);
  stream.wait();
  CHECK(number.to_host()[0] == 300);
}

TEST_CASE("the cost of a launch" * doctest::skip(!weft::measuring())) {
  const weft::Stream stream;
  weft::Buffer<unsigned> number(std::vector<unsigned>{0});
  unsigned* const n = number.data();
  cudaDeviceProp device;
  weft::check(cudaGetDeviceProperties(&device, 0));
  for (const unsigned kernels : {1u, 3u, 10u, 30u, 100u, 300u, 1000u}) {
    const auto report = [&](const char* series, const auto& work) {
      const double took = weft::by_the_clock(10, [&] {
        work();
        stream.wait();
      });
      weft::report({series, 1.0 * kernels, "kernels", 1e6 * took / kernels, "µs per kernel"});
    };
    report("waiting for each", [&] {
      for (unsigned i = 0; i < kernels; ++i) {
        chain(n, 1, 1, stream);
        stream.wait();
      }
    });
    report("one by one", [&] { chain(n, kernels, 1, stream); });
    const weft::Launchable graph(weft::Graph([&](cudaStream_t s) { chain(n, kernels, 1, s); }));
    report("a graph", [&] { graph.launch(stream); });
    if (device.major < 9) continue;
    report("one by one, early", [&] { early_chain(n, kernels, 1, stream); });
#ifndef __LOOM__
    const weft::Launchable early(weft::Graph([&](cudaStream_t s) { early_chain(n, kernels, 1, s); }));
    report("a graph, early", [&] { early.launch(stream); });
#endif
  }
  weft::check(cudaGetLastError());
}
