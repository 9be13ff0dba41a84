// Tangled from chapters/03-first-programs.md. Edit there. [sha1 62dddd45d6702b866308f92bd0ffc70a33c9e83f]
#include <vector>

#include <doctest/doctest.h>

struct Numbers {
  const int* values;
  int count;
};

__global__ void add_up(Numbers numbers, int* sum) {
  *sum = 0;
  for (int i = 0; i < numbers.count; ++i) *sum += numbers.values[i];
}

__global__ void add_up_each(const Numbers* lists, int* sums) {
  const Numbers list = lists[threadIdx.x];
  int sum = 0;
  for (int i = 0; i < list.count; ++i) sum += list.values[i];
  sums[threadIdx.x] = sum;
}

template <class T>
T* copy_of(const std::vector<T>& values) {
  T* on_device = nullptr;
  const std::size_t bytes = values.size() * sizeof(T);
  REQUIRE(cudaMalloc(&on_device, bytes) == cudaSuccess);
  REQUIRE(cudaMemcpy(on_device, values.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
  return on_device;
}

TEST_CASE("a struct with a device address is an argument like any other") {
  int* values = copy_of<int>({2, 7, 1});
  int* on_device = copy_of<int>({-1});
  int sum = 0;
  add_up<<<1, 1>>>(Numbers{values, 3}, on_device);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaMemcpy(&sum, on_device, sizeof sum, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(sum == 10);
  REQUIRE(cudaFree(on_device) == cudaSuccess);
  REQUIRE(cudaFree(values) == cudaSuccess);
}

TEST_CASE("an array of structs is copied after what they point to") {
  int* first = copy_of<int>({2, 7, 1});
  int* second = copy_of<int>({5});
  Numbers* lists = copy_of<Numbers>({{first, 3}, {second, 1}});
  int* on_device = copy_of<int>({-1, -1});
  std::vector<int> sums(2);
  add_up_each<<<1, 2>>>(lists, on_device);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaMemcpy(sums.data(), on_device, 2 * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(sums == std::vector<int>{10, 5});
  for (void* memory : {(void*)first, (void*)second, (void*)lists, (void*)on_device})
    REQUIRE(cudaFree(memory) == cudaSuccess);
}
