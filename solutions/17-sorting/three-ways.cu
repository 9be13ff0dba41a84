// Exercise "A stable partition into three groups": a stable partition.
#include "17-sorting/three-ways.hpp"
#include "common/scan.cuh"

// 0: below `low`; 2: above `high`; 1: all others, NaN among them.
__host__ __device__ unsigned group_of(float x, float low, float high) { return x < low ? 0 : x > high ? 2 : 1; }

// your code begins
struct AddThree {
  using Value = Three;
  __host__ __device__ static Three identity() { return {{0, 0, 0}}; }
  __host__ __device__ Three operator()(const Three& a, const Three& b) const {
    return {{a.of[0] + b.of[0], a.of[1] + b.of[1], a.of[2] + b.of[2]}};
  }
};

struct Groups : weft::Elements<float, 1> {
  float low, high;
  __device__ Three value(const Load& load, unsigned k, std::size_t) const {
    const unsigned group = group_of(load.of[k], low, high);
    return {{group == 0, group == 1, group == 2}};
  }
};

struct Nowhere {
  template <class Load>
  __device__ void operator()(std::size_t, const Load&, const Three (&)[1], const Three (&)[1]) const {}
};

struct ToGroups {
  float low, high;
  const Three* counts;
  float* out;
  template <class Load>
  __device__ void operator()(std::size_t, const Load& load, const Three (&before)[1], const Three (&)[1]) const {
    const unsigned group = group_of(load.of[0], low, high);
    std::size_t place = before[0].of[group];
    for (unsigned earlier = 0; earlier < group; ++earlier) place += counts->of[earlier];
    out[place] = load.of[0];
  }
};
// your code ends

// Writes to `out` first all elements below `low`, then those between, then those above `high`, each group in its order, and to
// *counts, in device memory, the size of each group. An element is read at most twice and written once; nothing is copied to the
// host, and there are no atomic operations except tickets.
void partition_three(weft::View<const float> x, float low, float high, float* out, Three* counts) {
  // your code begins
  weft::Scan<AddThree> scan;
  const Groups groups{{x}, low, high};
  scan(groups, Nowhere{}, counts);
  scan(groups, ToGroups{low, high, counts, out});
  // your code ends
}
