// Products of small matrices by a whole warp, as tensor cores make them. Which lane holds which elements is loom's own affair, as
// it is a GPU's: lane i has the elements from i * num_elements on, row by row.
#pragma once

#include <type_traits>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

namespace nvcuda {
namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {};
}

namespace loom_detail {

template <class Type>
struct Stored { using type = Type; };
template <>
struct Stored<precision::tf32> { using type = float; };

// What a fragment is a matrix of.
template <class Use, int m, int n, int k>
struct Shape;
template <int m, int n, int k>
struct Shape<matrix_a, m, n, k> { static constexpr int rows = m, columns = k; };
template <int m, int n, int k>
struct Shape<matrix_b, m, n, k> { static constexpr int rows = k, columns = n; };
template <int m, int n, int k>
struct Shape<accumulator, m, n, k> { static constexpr int rows = m, columns = n; };

template <class Type, class... Others>
constexpr bool one_of = (std::is_same_v<Type, Others> || ...);
// Whether tensor cores sum products of the one in the other.
template <class Factor, class Addend>
constexpr bool multiply = (std::is_same_v<Factor, __half> && one_of<Addend, __half, float>) ||
                          (one_of<Factor, __nv_bfloat16, precision::tf32> && one_of<Addend, float>) ||
                          (one_of<Factor, signed char, unsigned char> && one_of<Addend, int>) || (one_of<Factor, double> && one_of<Addend, double>);

}  // namespace loom_detail

template <class Use, int m, int n, int k, class Type, class Layout = void>
struct fragment {
  using element_type = Type;
  using storage_element_type = typename loom_detail::Stored<Type>::type;
  using shape = loom_detail::Shape<Use, m, n, k>;
  static constexpr int num_elements = shape::rows * shape::columns / 32, num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};

inline float __float_to_tf32(float value) {
  const unsigned bits = __builtin_bit_cast(unsigned, value);
  return __builtin_bit_cast(float, (bits + 0x1000) & 0xffffe000);      // to the nearest of 10 bits, away from zero in the middle
}

namespace loom_detail {

#define LOOM_WMMA __attribute__((always_inline)) inline

template <class Fragment>
LOOM_WMMA unsigned place(int i, unsigned leading, bool by_rows) {
  const unsigned at = ::loom::lane() * Fragment::num_elements + static_cast<unsigned>(i);
  const unsigned row = at / Fragment::shape::columns, column = at % Fragment::shape::columns;
  return by_rows ? row * leading + column : column * leading + row;
}

template <class Fragment, class Type>
LOOM_WMMA void load(Fragment& into, const Type* from, unsigned leading, bool by_rows) {
  __syncwarp();
  for (int i = 0; i < Fragment::num_elements; ++i) into.x[i] = from[place<Fragment>(i, leading, by_rows)];
}

// All lanes' elements, in the order of the matrix.
template <class Fragment>
struct Whole {
  using Element = typename Fragment::storage_element_type;
  static constexpr int mine = Fragment::num_elements;
  alignas(8) Element all[32 * mine];

  LOOM_WMMA explicit Whole(const Fragment& fragment) {
    constexpr int words = sizeof fragment.x / 8;
    static_assert(words > 0 && sizeof fragment.x % 8 == 0, "a lane's elements travel in words");
    unsigned long long own[words], got[32 * words];
    __builtin_memcpy(own, fragment.x, sizeof own);
    for (unsigned lane = 0; lane < 32; ++lane)
      for (int word = 0; word < words; ++word) got[lane * words + word] = __shfl_sync(0xffffffff, own[word], static_cast<int>(lane));
    __builtin_memcpy(all, got, sizeof all);
  }
  Element at(int row, int column) const { return all[row * Fragment::shape::columns + column]; }
};

template <class Sum, class Type>
LOOM_WMMA Sum factor(typename Stored<Type>::type value) {
  if constexpr (std::is_same_v<Type, precision::tf32>)
    return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, value) & 0xffffe000);
  else
    return static_cast<Sum>(value);
}

}  // namespace loom_detail

template <class Use, int m, int n, int k, class Type, class Layout, class Value>
LOOM_WMMA void fill_fragment(fragment<Use, m, n, k, Type, Layout>& into, const Value& value) {
  for (auto& element : into.x) element = static_cast<typename loom_detail::Stored<Type>::type>(value);
}

template <class Use, int m, int n, int k, class Type, class Layout>
LOOM_WMMA void load_matrix_sync(fragment<Use, m, n, k, Type, Layout>& into, const typename loom_detail::Stored<Type>::type* from, unsigned leading) {
  static_assert(!std::is_void_v<Layout>, "load_matrix_sync needs the layout of an accumulator as an argument");
  loom_detail::load(into, from, leading, std::is_same_v<Layout, row_major>);
}
template <int m, int n, int k, class Type>
LOOM_WMMA void load_matrix_sync(fragment<accumulator, m, n, k, Type>& into, const Type* from, unsigned leading, layout_t layout) {
  loom_detail::load(into, from, leading, layout == mem_row_major);
}

template <int m, int n, int k, class Type>
LOOM_WMMA void store_matrix_sync(Type* to, const fragment<accumulator, m, n, k, Type>& from, unsigned leading, layout_t layout) {
  using Fragment = fragment<accumulator, m, n, k, Type>;
  for (int i = 0; i < Fragment::num_elements; ++i) to[loom_detail::place<Fragment>(i, leading, layout == mem_row_major)] = from.x[i];
  __syncwarp();
}

// Products are summed in the order of k, in float where the elements are shorter, and rounded once.
template <int m, int n, int k, class Factor, class LayoutA, class LayoutB, class Product, class Addend>
LOOM_WMMA void mma_sync(fragment<accumulator, m, n, k, Product>& d, const fragment<matrix_a, m, n, k, Factor, LayoutA>& a,
                        const fragment<matrix_b, m, n, k, Factor, LayoutB>& b, const fragment<accumulator, m, n, k, Addend>& c, bool = false) {
  static_assert(loom_detail::multiply<Factor, Addend>, "tensor cores do not multiply these types");
  using Sum = std::conditional_t<std::is_same_v<Addend, __half>, float, Addend>;
  using Result = fragment<accumulator, m, n, k, Product>;
  const loom_detail::Whole<fragment<matrix_a, m, n, k, Factor, LayoutA>> left(a);
  const loom_detail::Whole<fragment<matrix_b, m, n, k, Factor, LayoutB>> right(b);
  for (int i = 0; i < Result::num_elements; ++i) {
    const int at = static_cast<int>(::loom::lane()) * Result::num_elements + i;
    Sum sum = static_cast<Sum>(c.x[i]);
    for (int j = 0; j < k; ++j)
      sum += loom_detail::factor<Sum, Factor>(left.at(at / n, j)) * loom_detail::factor<Sum, Factor>(right.at(j, at % n));
    d.x[i] = static_cast<Product>(sum);
  }
}

#undef LOOM_WMMA

}  // namespace wmma
}  // namespace nvcuda
