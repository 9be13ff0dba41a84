// Memory of a device, for as long as the object lives.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

template <class T>
class OnDevice {
 public:
  // Poisoned: what is not written shows.
  explicit OnDevice(std::size_t count) : count_(count) {
    REQUIRE(cudaMalloc(&data_, count * sizeof(T)) == cudaSuccess);
    REQUIRE(cudaMemset(data_, 0xff, count * sizeof(T)) == cudaSuccess);
  }
  ~OnDevice() { cudaFree(data_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  T* data() const { return data_; }
  operator T*() const { return data_; }
  void fill(const std::vector<T>& from) { REQUIRE(cudaMemcpy(data_, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess); }
  std::vector<T> values() const {
    std::vector<T> host(count_);
    REQUIRE(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
    return host;
  }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};
