// Chapter 18, exercise "Two sweeps for one exchange": halos two planes deep.
#include "common/slab.cuh"

#include <functional>

// Copies `count` numbers from one slab to another; complete when what the default streams were given before is.
using PassOn = std::function<void(float* to, int to_device, const float* from, int from_device, std::size_t count)>;

// The volume after `sweeps` sweeps, an even number, in one slab for each of `devices`. Planes go from slab to slab by pass_on
// alone, at most twice for each border and two sweeps.
inline std::vector<float> two_at_a_time(const std::vector<int>& devices, weft::Shape shape, const std::vector<float>& start,
                                        unsigned sweeps, const PassOn& pass_on) {
  std::vector<float> whole = start;
  // your code begins
  // your code ends
  return whole;
}
