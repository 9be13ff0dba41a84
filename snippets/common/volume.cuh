// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 c4a1182da66fa699d8cecdf184cee4ea65368d36]
#pragma once

#include "common/buffer.cuh"

namespace weft {

// Planes, one after the other, each of rows, in host or device memory that the view does not own.
template <class T>
class VolumeView {
 public:
  __host__ __device__ VolumeView(T* data, std::size_t planes, std::size_t rows,
                                 std::size_t columns)
      : data_(data), planes_(planes), rows_(rows), columns_(columns) {}
  // A view that can write converts to one that can only read.
  template <class Writable>
    requires std::is_same_v<const Writable, T>
  __host__ __device__ VolumeView(const VolumeView<Writable>& other)
      : VolumeView(other.data(), other.planes(), other.rows(), other.columns()) {}

  __host__ __device__ T& operator()(std::size_t plane, std::size_t row,
                                    std::size_t column) const {
    return data_[(plane * rows_ + row) * columns_ + column];
  }
  __host__ __device__ T* data() const { return data_; }
  __host__ __device__ std::size_t planes() const { return planes_; }
  __host__ __device__ std::size_t rows() const { return rows_; }
  __host__ __device__ std::size_t columns() const { return columns_; }
  __host__ __device__ std::size_t size() const { return planes_ * rows_ * columns_; }

 private:
  T* data_;
  std::size_t planes_, rows_, columns_;
};

// A volume in device memory.
template <class T>
class Volume {
 public:
  Volume(std::size_t planes, std::size_t rows, std::size_t columns,
         const std::vector<T>& values, Place place = Place::current())
      : elements_(values, place), planes_(planes), rows_(rows), columns_(columns) {
    if (values.size() != planes * rows * columns)
      throw std::length_error("a volume is filled as a whole");
  }

  VolumeView<T> view() { return {elements_.data(), planes_, rows_, columns_}; }
  VolumeView<const T> view() const { return {elements_.data(), planes_, rows_, columns_}; }
  std::vector<T> to_host(Place place = Place::current()) const {
    return elements_.to_host(place);
  }

 private:
  Buffer<T> elements_;
  std::size_t planes_, rows_, columns_;
};

}  // namespace weft
