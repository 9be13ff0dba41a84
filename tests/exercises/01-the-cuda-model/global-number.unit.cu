#include <01-the-cuda-model/global-number.cu>

// The same function once more, for a thread that is only imagined: the last one of a grid that no test can afford.
namespace imagined {
[[maybe_unused]] constexpr dim3 gridDim(65'536, 65'535, 1);
[[maybe_unused]] constexpr dim3 blockDim(1'024, 1, 1);
[[maybe_unused]] constexpr uint3 blockIdx{65'535, 65'534, 0};
[[maybe_unused]] constexpr uint3 threadIdx{1'023, 0, 0};
#include <01-the-cuda-model/global-number.cu>
}  // namespace imagined

namespace test {

__global__ void number_of_imagined_thread(std::size_t* result) { *result = imagined::global_number(); }

__global__ void raise(int* counters, std::size_t count) {
  const std::size_t number = global_number();
  if (number < count) atomicAdd(&counters[number], 1);  // a number that two threads have is for the test to find, and not a race
}

// Each thread stores its position in the grid: hundreds for its block, the rest for its position there, in the order of the task.
__global__ void note_order(unsigned* places, std::size_t count) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const std::size_t number = global_number();
  if (number < count) atomicExch(&places[number], 100 * block + thread);
}

}  // namespace test
