// Exercise "A literal with wildcards": a pattern for weft::count.
#include "18-searching-text/with-holes.hpp"
#include "common/text.cuh"

// 1 to 64 bytes, of which each ? stands for any byte except a line feed.
struct WithHoles {
  unsigned size, first = 0, care = 0;  // the first four bytes as a word: their values, and the bits that matter
  unsigned char bytes[64] = {};

  explicit WithHoles(std::string_view of) : size(static_cast<unsigned>(of.size())) {
    std::memcpy(bytes, of.data(), size);
    // your code begins
    // your code ends
  }
  // Whether the pattern may begin with these four bytes. True wherever the pattern is, and false if these bytes rule it out.
  __host__ __device__ bool begins([[maybe_unused]] unsigned four) const {
    bool may = true;
    // your code begins
    // your code ends
    return may;
  }
  // Whether the pattern is there.
  __host__ __device__ bool is_at([[maybe_unused]] weft::Text text, [[maybe_unused]] std::size_t place) const {
    bool is = false;
    // your code begins
    // your code ends
    return is;
  }
};

