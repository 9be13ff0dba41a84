// Exercise "Guard words": an array that notices what is written beside it.
#include "21-finding-faults/guard-words.hpp"

#include <cstring>
#include <limits>
#include <vector>

// your code begins
// your code ends

// The elements are NaN at first. No two guard words are equal.
Guarded::Guarded(std::size_t count) : memory_(count + 2 * width), count_(count) {
  // your code begins
  // your code ends
}

// The first element. Its address is a multiple of 256.
float* Guarded::data() {
  float* first = memory_.data();
  // your code begins
  // your code ends
  return first;
}

// Waits for the device. Only guard words go to the host.
Damage Guarded::damage() const {
  Damage found{0, 0};
  // your code begins
  // your code ends
  return found;
}
