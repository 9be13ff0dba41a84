#include <20-building/systems-in-registers.cu>

template __global__ void solve<float, 1>(const float*, const float*, float*, std::size_t);
template __global__ void solve<float, 2>(const float*, const float*, float*, std::size_t);
template __global__ void solve<float, 3>(const float*, const float*, float*, std::size_t);
template __global__ void solve<float, 4>(const float*, const float*, float*, std::size_t);
template __global__ void solve<float, 5>(const float*, const float*, float*, std::size_t);
template __global__ void solve<float, 6>(const float*, const float*, float*, std::size_t);
template __global__ void solve<double, 3>(const double*, const double*, double*, std::size_t);
template __global__ void solve<double, 4>(const double*, const double*, double*, std::size_t);
template __global__ void solve<double, 6>(const double*, const double*, double*, std::size_t);
