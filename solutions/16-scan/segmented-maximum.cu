// Exercise "A segmented maximum": a scan that starts again at marks.
#include "16-scan/segmented-maximum.hpp"
#include "common/scan.cuh"

struct LargestOfSegment {
  using Value = Part;
  __host__ __device__ static Part identity() {
    Part nothing{0.0f, 0};
    // your code begins
    nothing.largest = -INFINITY;
    // your code ends
    return nothing;
  }
  // The part that consists of `left`, followed by `right`.
  __host__ __device__ Part operator()(const Part& left, const Part& right) const {
    Part both{};
    // your code begins
    both.largest = right.marked ? right.largest : fmaxf(left.largest, right.largest);
    both.marked = left.marked | right.marked;
    // your code ends
    return both;
  }
};

// A source: four numbers and four marks per load. Numbers that are NaN count as minus infinity.
struct MarkedNumbers {
  struct Load {
    weft::Pack<float, 4> x;
    weft::Pack<unsigned char, 4> marks;
  };
  static constexpr unsigned width = 4;
  weft::View<const float> x;
  weft::View<const unsigned char> marks;
  __host__ __device__ std::size_t size() const { return x.size(); }
  __device__ Load load(std::size_t i) const {
    Load loaded{};
    // your code begins
    loaded = {weft::load_pack<4>(x, i), weft::load_pack<4>(marks, i)};
    // your code ends
    return loaded;
  }
  __device__ Part value(const Load& load, unsigned k, std::size_t) const {
    Part part{};
    // your code begins
    part.largest = fmaxf(load.x.of[k], -INFINITY);
    part.marked = load.marks.of[k] != 0;
    // your code ends
    return part;
  }
};

// A sink: the largest number up to each element.
struct Largest {
  weft::View<float> out;
  template <class Load>
  __device__ void operator()(std::size_t i, const Load&, const Part (&)[4], const Part (&up_to)[4]) const {
    float largest[4] = {};
    // your code begins
    for (unsigned k = 0; k < 4; ++k) largest[k] = up_to[k].largest;
    // your code ends
    weft::store_pack(out, i, largest);
  }
};

// For each number the largest from the last mark up to it; marks[i] is not 0 where a segment begins. All three begin at
// multiples of 16 bytes.
void largest_so_far(weft::View<const float> x, weft::View<const unsigned char> marks, weft::View<float> out) {
  weft::Scan<LargestOfSegment> scan;
  scan(MarkedNumbers{x, marks}, Largest{out});
}
