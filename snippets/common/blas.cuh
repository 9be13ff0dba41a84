// Tangled from chapters/09-cublas.md. Edit there. [sha1 158e32dfd2ca34288aa9b73a0e39a6ebcf70c136]
#pragma once

#include "common/buffer.cuh"

#include <cublas_v2.h>

namespace weft {

struct BlasError : std::runtime_error {
  BlasError(cublasStatus_t code, const Place& place)
      : std::runtime_error(std::string(place.file_name()) + ":" + std::to_string(place.line()) +
                           ": " + cublasGetStatusName(code) + ": " + cublasGetStatusString(code)),
        code(code) {}
  cublasStatus_t code;
};

inline void check(cublasStatus_t result, Place place = Place::current()) {
  if (result != CUBLAS_STATUS_SUCCESS) throw BlasError(result, place);
}

struct Blas : Owner<cublasHandle_t, cublasDestroy> {
  explicit Blas(Place place = Place::current()) { check(cublasCreate(out()), place); }
};

// A view of a column-major matrix, whose columns begin `leading` elements apart.
template <class T>
class ColumnMajor {
 public:
  __host__ __device__ ColumnMajor(T* data, int rows, int columns, int leading)
      : data_(data), rows_(rows), columns_(columns), leading_(leading) {}
  __host__ __device__ T& operator()(int row, int column) const {
    return data_[row + static_cast<std::size_t>(column) * leading_];
  }
  __host__ __device__ T* data() const { return data_; }
  __host__ __device__ int rows() const { return rows_; }
  __host__ __device__ int columns() const { return columns_; }
  __host__ __device__ int leading() const { return leading_; }

 private:
  T* data_;
  int rows_, columns_, leading_;
};

}  // namespace weft
