#include <20-building/slope.cu>

template <class T, int Degree>
struct Polynomial {
  T c[Degree + 1];
};

namespace test {

template <class T, int Degree>
T slope(const T (&c)[Degree + 1], T x) {
  return ::slope<T, Degree>(c, x);
}
template float slope<float, 1>(const float (&)[2], float);
template float slope<float, 2>(const float (&)[3], float);
template float slope<float, 3>(const float (&)[4], float);
template float slope<float, 9>(const float (&)[10], float);
template float slope<float, 0>(const float (&)[1], float);
template double slope<double, 6>(const double (&)[7], double);
template double slope<double, 0>(const double (&)[1], double);
template double slope<double, 2>(const double (&)[3], double);

template <class T, int Degree>
__global__ void slopes(Polynomial<T, Degree> p, const T* x, T* y, int count) {
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) y[i] = ::slope<T, Degree>(p.c, x[i]);
}
template __global__ void slopes(Polynomial<float, 1>, const float*, float*, int);
template __global__ void slopes(Polynomial<float, 2>, const float*, float*, int);
template __global__ void slopes(Polynomial<float, 9>, const float*, float*, int);
template __global__ void slopes(Polynomial<float, 0>, const float*, float*, int);
template __global__ void slopes(Polynomial<double, 6>, const double*, double*, int);

double slope_known_to_the_compiler() {
  constexpr double c[] = {1, 2, 3};
  constexpr double at_half = ::slope<double, 2>(c, 0.5);
  return at_half;
}

}  // namespace test
