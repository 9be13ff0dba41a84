#pragma once

#include <type_traits>

template <int N>
__global__ void fill(int* x) {
  int values[N];
  for (int k = 0; k < N; ++k) values[k] = N;
  for (int k = 0; k < N; ++k) x[k] = values[k];
}

struct Fill {
  int* x;
  template <int N>
  void operator()(std::integral_constant<int, N>) const {
    fill<N><<<1, 1>>>(x);
  }
};

struct Count {
  int& calls;
  template <int N>
  void operator()(std::integral_constant<int, N>) const { ++calls; }
};

struct Refuses {
  int& calls;
  template <int N>
  bool operator()(std::integral_constant<int, N>) const {
    calls += N;
    return false;
  }
};

// What it returns has a comma operator of its own, as some libraries' expressions have.
struct Listed {
  bool operator,(bool) const { return false; }
  operator bool() const { return false; }
};

struct Lists {
  int& calls;
  template <int N>
  Listed operator()(std::integral_constant<int, N>) const {
    calls += N;
    return {};
  }
};

struct Counter {
  int calls = 0;
  template <int N>
  void operator()(std::integral_constant<int, N>) { calls += N; }
};
