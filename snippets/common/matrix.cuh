// Tangled from chapters/06-matrices.md. Edit there. [sha1 49281411ba3297f35b55d6964482ad05e19cd3d4]
#pragma once

#include "common/buffer.cuh"

namespace weft {

// A view of a row-major matrix, on the host or on the device.
template <class T>
class MatrixView {
 public:
  __host__ __device__ MatrixView(T* data, std::size_t rows, std::size_t columns)
      : data_(data), rows_(rows), columns_(columns) {}
  // A view that may write converts to one that may only read.
  template <class Writable>
    requires std::is_same_v<const Writable, T>
  __host__ __device__ MatrixView(const MatrixView<Writable>& other)
      : MatrixView(other.data(), other.rows(), other.columns()) {}

  __host__ __device__ T& operator()(std::size_t row, std::size_t column) const {
    return data_[row * columns_ + column];
  }
  __host__ __device__ T* data() const { return data_; }
  __host__ __device__ std::size_t rows() const { return rows_; }
  __host__ __device__ std::size_t columns() const { return columns_; }
  __host__ __device__ std::size_t size() const { return rows_ * columns_; }

 private:
  T* data_;
  std::size_t rows_, columns_;
};

// A matrix in device memory.
template <class T>
class Matrix {
 public:
  Matrix(std::size_t rows, std::size_t columns, Place place = Place::current())
      : elements_(rows * columns, place), rows_(rows), columns_(columns) {}
  Matrix(std::size_t rows, std::size_t columns, const std::vector<T>& row_major_values,
         Place place = Place::current())
      : Matrix(rows, columns, place) {
    elements_.copy_from(row_major_values, place);
  }

  MatrixView<T> view() { return {elements_.data(), rows_, columns_}; }
  MatrixView<const T> view() const { return {elements_.data(), rows_, columns_}; }
  std::vector<T> to_host(Place place = Place::current()) const {
    return elements_.to_host(place);
  }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

 private:
  Buffer<T> elements_;
  std::size_t rows_, columns_;
};

}  // namespace weft
