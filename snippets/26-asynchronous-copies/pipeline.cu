// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 48907f33cb1185c80c41638b329b8da1840c3523]
#include <cstdio>

#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

constexpr unsigned threads = 128, stages = 3;
namespace cg = cooperative_groups;

// The sum of `batches` batches of 128 floats, by thread. Three batches are in flight.
__global__ void add_batches(const float* in, unsigned batches, float* sums) {
  using State = cuda::pipeline_shared_state<cuda::thread_scope_block, stages>;
  __shared__ alignas(State) unsigned char state[sizeof(State)];  // make_pipeline initialises it
  __shared__ alignas(16) float stage[stages][threads];
  const auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, reinterpret_cast<State*>(state));
  float sum = 0.0f;
  for (unsigned batch = 0, ahead = 0; batch < batches; ++batch) {
    for (; ahead < batches && ahead < batch + stages; ++ahead) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, stage[ahead % stages], in + ahead * threads,
                         cuda::aligned_size_t<16>(sizeof stage[0]), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    sum += stage[batch % stages][threads - 1 - threadIdx.x];  // what another thread has copied
    pipeline.consumer_release();
  }
  sums[threadIdx.x] = sum;
}

TEST_CASE("the pipeline orders what one thread copies and another reads") {
  constexpr unsigned batches = 7;
  std::vector<float> values(batches * threads);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 89);
  const weft::Buffer<float> in(values);
  weft::Buffer<float> sums(threads);
  add_batches<<<1, threads>>>(in.data(), batches, sums.data());
  weft::check(cudaGetLastError());
  const std::vector<float> found = sums.to_host();
  for (unsigned t = 0; t < threads; ++t) {
    float sum = 0.0f;
    for (unsigned batch = 0; batch < batches; ++batch)
      sum += values[batch * threads + threads - 1 - t];
    CHECK(found[t] == sum);
  }
  std::printf("the sums of %u batches are right\n", batches);
}
