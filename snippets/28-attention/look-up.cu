// Tangled from chapters/28-attention.md. Edit there. [sha1 566a15a6057443909d3dc98920d8c4b93b3cbbae]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

// For each query, the mean of all values; key j has the weight e^(query · key j).
__global__ void look_up(const float2* queries, unsigned count, const float2* keys,
                        const float* values, unsigned n, float* means) {
  const unsigned all = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += all) {
    float sum = 0, mean = 0;
    for (unsigned j = 0; j < n; ++j) {
      const float weight = expf(queries[i].x * keys[j].x + queries[i].y * keys[j].y);
      sum += weight;
      mean += weight * values[j];
    }
    means[i] = mean / sum;
  }
}

float2 on_circle(float eighths, float length) {
  const float angle = eighths * 0.78539816f;
  return {length * std::cos(angle), length * std::sin(angle)};
}

TEST_CASE("a query finds the value of its key, or a mean of neighbours") {
  std::vector<float2> keys;
  std::vector<float> values;
  for (int j = 0; j < 8; ++j) {
    keys.push_back(on_circle(static_cast<float>(j), 1));
    values.push_back(static_cast<float>(j * j));
  }
  const std::vector<float2> queries = {on_circle(3, 30), on_circle(3.5f, 30), on_circle(3, 0),
                                       on_circle(3, 100)};
  const weft::Buffer<float2> on_queries(queries), on_keys(keys);
  const weft::Buffer<float> on_values(values);
  weft::Buffer<float> means(queries.size());
  look_up<<<1, 32>>>(on_queries.data(), 4, on_keys.data(), on_values.data(), 8, means.data());
  weft::check(cudaGetLastError());
  const std::vector<float> found = means.to_host();
  CHECK(std::abs(found[0] - 9) < 0.01f);
  CHECK(std::abs(found[1] - 12.5f) < 0.01f);
  CHECK(std::abs(found[2] - 17.5f) < 0.01f);
  CHECK(std::isnan(found[3]));
  std::printf("length 30, at key 3:            %.1f\n", found[0]);
  std::printf("length 30, between keys 3 and 4: %.1f\n", found[1]);
  std::printf("length 0:                       %.1f\n", found[2]);
  std::printf("length 100, at key 3:           not a number\n");
}
