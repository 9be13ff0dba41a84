// Exercise "Bandwidth of copies": what its test calls.
#pragma once

#include <cstddef>

#include "common/check.cuh"

enum class Kind { pageable, pinned };

// Host memory of the requested kind, freed by the matching function.
class HostMemory {
 public:
  HostMemory(std::size_t bytes, Kind kind);
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  ~HostMemory();

  char* data() { return data_; }
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
  char* data_ = nullptr;
};

double seconds_to_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind direction, cudaStream_t stream);
double gigabytes_per_second(std::size_t bytes, double seconds);
