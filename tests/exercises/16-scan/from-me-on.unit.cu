#include "16-scan/from-me-on.given.hpp"

#include <16-scan/from-me-on.cu>

namespace test {

template <class Op>
__global__ void scan_from_behind(const typename Op::Value* x, typename Op::Value* out, Op op) {
  out[threadIdx.x] = from_me_on(x[threadIdx.x], op);
}
template __global__ void scan_from_behind(const int*, int*, weft::Sum<int>);
template __global__ void scan_from_behind(const int*, int*, Counted);
template __global__ void scan_from_behind(const short*, short*, Larger);
template __global__ void scan_from_behind(const Map*, Map*, Compose);

}  // namespace test
