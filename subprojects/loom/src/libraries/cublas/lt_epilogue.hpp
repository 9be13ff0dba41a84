// What cuBLASLt does to a product before it is stored: adds a bias, bends it, remembers what it was, or goes the way back, where it also
// sums up the bias's gradient.
#pragma once

#include <cmath>
#include <vector>

#include "libraries/cublas/lt.hpp"
#include "libraries/cublas/typed.hpp"

namespace loom::cublas::lt {

// The bits of an epilogue.
enum Step : std::uint32_t { relu = 2, bias = 4, relu_back = 8, bias_back = 16, gelu = 32, gelu_back = 64, aux = 128, sums_a = 256, sums_b = 512 };

inline bool is_epilogue(std::uint32_t epilogue) {
  switch (epilogue) {
    case CUBLASLT_EPILOGUE_DEFAULT:
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_RELU_AUX:
    case CUBLASLT_EPILOGUE_BIAS:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
    case CUBLASLT_EPILOGUE_RELU_AUX_BIAS:
    case CUBLASLT_EPILOGUE_DRELU:
    case CUBLASLT_EPILOGUE_DRELU_BGRAD:
    case CUBLASLT_EPILOGUE_GELU:
    case CUBLASLT_EPILOGUE_GELU_AUX:
    case CUBLASLT_EPILOGUE_GELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
    case CUBLASLT_EPILOGUE_DGELU:
    case CUBLASLT_EPILOGUE_DGELU_BGRAD:
    case CUBLASLT_EPILOGUE_BGRADA:
    case CUBLASLT_EPILOGUE_BGRADB: return true;
    default: return false;
  }
}

inline bool uses_bias(std::uint32_t epilogue) { return epilogue & (bias | bias_back | sums_a | sums_b); }
inline bool is_real_number(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_32F || type == CUDA_R_64F;
}

// Numbers of a type that is known only now.
template <class Call>
void with_type(cudaDataType type, Call call) {
  if (type == CUDA_R_16F) call(Half{});
  else if (type == CUDA_R_16BF) call(BFloat16{});
  else if (type == CUDA_R_32F) call(float{});
  else call(double{});
}

template <class T>
std::vector<T> read_numbers(const Memory& memory, const char* argument, cudaDataType type, const void* at, Size offset, Shape shape, Size leading) {
  std::vector<T> numbers;
  with_type(type, [&]<class X>(X) {
    const X* const from = memory.reads(argument, as<X>(at) + offset, matrix(shape.rows, shape.columns, leading));
    numbers = gathered<T>(from, shape, leading);
  });
  return numbers;
}

template <class T>
void write_numbers(const Memory& memory, const char* argument, cudaDataType type, void* at, Size offset, Shape shape, Size leading,
                   const std::vector<T>& numbers) {
  with_type(type, [&]<class X>(X) {
    X* const to = memory.writes(argument, as<X>(at) + offset, matrix(shape.rows, shape.columns, leading));
    for (Size j = 0; j < shape.columns; ++j)
      for (Size i = 0; i < shape.rows; ++i) to[j * leading + i] = static_cast<X>(numbers[static_cast<std::size_t>(j * shape.rows + i)]);
  });
}

// GELU by the hyperbolic tangent, and its derivative.
template <class T>
T bent(T x) {
  const T slope = T(0.7978845608028654), inner = slope * (x + T(0.044715) * x * x * x);
  return T(0.5) * x * (1 + std::tanh(inner));
}
template <class T>
T bent_slope(T x) {
  const T slope = T(0.7978845608028654), tangent = std::tanh(slope * (x + T(0.044715) * x * x * x));
  return T(0.5) * (1 + tangent) + T(0.5) * x * (1 - tangent * tangent) * slope * (1 + T(3 * 0.044715) * x * x);
}

// Of one product of a batch.
template <class T>
class Epilogue {
 public:
  Epilogue(const Memory& memory, const Description& how, cudaDataType type, Size m, Size n, Size batch)
      : memory_(memory), how_(how), m_(m), n_(n), bias_type_(how.bias_type < 0 ? type : cudaDataType(how.bias_type)),
        aux_type_(how.aux_type < 0 ? type : cudaDataType(how.aux_type)), bias_at_(batch * how.bias_stride), aux_at_(batch * how.aux_stride) {}

  // d holds the product, by columns without gaps.
  void finish(std::vector<T>& d) const {
    if (how_.epilogue & bias) add_bias(d);
    if (how_.epilogue & relu) bend_sharply(d);
    if (how_.epilogue & gelu) {
      if (how_.epilogue & aux) write_numbers(memory_, "EPILOGUE_AUX_POINTER", aux_type_, how_.aux, aux_at_, {m_, n_}, how_.aux_leading, d);
      for (T& x : d) x = bent(x);
    }
    if (how_.epilogue & relu_back) go_back_sharply(d);
    if (how_.epilogue & gelu_back) {
      const std::vector<T> before = read_numbers<T>(memory_, "EPILOGUE_AUX_POINTER", aux_type_, how_.aux, aux_at_, {m_, n_}, how_.aux_leading);
      for (std::size_t i = 0; i < d.size(); ++i) d[i] *= bent_slope(before[i]);
    }
    if (how_.epilogue & bias_back) store_sums(d, m_, n_, true);
  }

  // The gradient of a bias as the sum over k of op(A) or op(B), which are stored without gaps.
  void sum_factors(const std::vector<T>& a, const std::vector<T>& b, Size k) const {
    if (how_.epilogue & sums_a) store_sums(a, m_, k, how_.transa == CUBLAS_OP_N);
    if (how_.epilogue & sums_b) store_sums(b, n_, k, how_.transb != CUBLAS_OP_N);
  }

 private:
  // One number for each row of D, alike for all columns.
  void add_bias(std::vector<T>& d) const {
    const std::vector<T> added = read_numbers<T>(memory_, "BIAS_POINTER", bias_type_, how_.bias, bias_at_, {m_, 1}, m_);
    for (std::size_t i = 0; i < d.size(); ++i) d[i] += added[i % static_cast<std::size_t>(m_)];
  }

  // A bit for each element says whether it passed.
  Area mask() const { return matrix((m_ + 7) / 8, n_, how_.aux_leading / 8); }

  void bend_sharply(std::vector<T>& d) const {
    unsigned char* const bits =
        how_.epilogue & aux ? memory_.writes("EPILOGUE_AUX_POINTER", as<unsigned char>(how_.aux) + aux_at_ / 8, mask()) : nullptr;
    for (Size j = 0; j < n_; ++j)
      for (Size i = 0; i < m_; ++i) {
        T& x = d[static_cast<std::size_t>(j * m_ + i)];
        const bool passes = x > 0;
        if (bits) {
          unsigned char& byte = bits[j * (how_.aux_leading / 8) + i / 8];
          if (i % 8 == 0) byte = 0;
          byte = static_cast<unsigned char>(byte | passes << i % 8);
        }
        if (!passes) x = 0;
      }
  }

  void go_back_sharply(std::vector<T>& d) const {
    const unsigned char* const bits = memory_.reads("EPILOGUE_AUX_POINTER", as<unsigned char>(how_.aux) + aux_at_ / 8, mask());
    for (Size j = 0; j < n_; ++j)
      for (Size i = 0; i < m_; ++i)
        if (!(bits[j * (how_.aux_leading / 8) + i / 8] >> i % 8 & 1)) d[static_cast<std::size_t>(j * m_ + i)] = 0;
  }

  // The sums of `count` rows of `length`, which lie across the columns or are them.
  void store_sums(const std::vector<T>& of, Size count, Size length, bool across) const {
    std::vector<T> sums(static_cast<std::size_t>(count));
    for (Size i = 0; i < count; ++i)
      for (Size k = 0; k < length; ++k) sums[static_cast<std::size_t>(i)] += of[static_cast<std::size_t>(across ? k * count + i : i * length + k)];
    write_numbers(memory_, "BIAS_POINTER", bias_type_, how_.bias, bias_at_, {count, 1}, count, sums);
  }

  const Memory& memory_;
  const Description& how_;
  Size m_, n_;
  cudaDataType bias_type_, aux_type_;
  Size bias_at_, aux_at_;
};

}  // namespace loom::cublas::lt
