// What else is there where a program has included Thrust's vectors and random numbers alone, and of the standard library nothing.
// prints: brought along 7 7 3, least 1
// prints: told, 5 letters, at most 127
#include <thrust/device_vector.h>
#include <thrust/random.h>

struct Three {
  __host__ __device__ thrust::tuple<int, int> operator()() const { return thrust::make_tuple(3, 3); }
};
struct Add {
  __host__ __device__ int operator()(int a, int b) const { return a + b; }
};

void tell(const std::exception& error) {
  std::printf("%s, %d letters, at most %d\n", error.what(), static_cast<int>(std::strlen("seven") * (FLT_MAX > 1)), SCHAR_MAX);
}

int main() {
  thrust::device_vector<int> a(2), b(2), sum(2);
  thrust::fill(a.begin(), a.end(), 4);
  thrust::transform(a.begin(), a.end(), thrust::make_constant_iterator(3), sum.begin(), Add());
  thrust::generate(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin())), thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end())),
                   Three());
  const std::string words = "brought along";
  std::cout << words << ' ' << sum[0] << ' ' << sum[1] << ' ' << b[1] << std::flush;
  std::printf(", least %d\n", std::min(1, std::numeric_limits<int>::max()));
  tell(std::runtime_error("told"));
  assert(CUDA_R_32F != CUDA_R_64F);
}
