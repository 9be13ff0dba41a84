// Chapter 16, exercise "A scan from behind": what the lanes from mine on hold.
#include "common/scan.cuh"

// What my lane and all lanes above it hold, joined in order: the lower lane stands on the left. For whole warps. There is
// neither shared memory nor a barrier, and no more than five steps.
template <class Op>
__device__ typename Op::Value from_me_on(typename Op::Value mine, Op op) {
  // your code begins
  // your code ends
  return mine;
}
