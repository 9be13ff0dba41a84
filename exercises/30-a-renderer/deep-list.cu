// Exercise "One pixel behind a hundred thousand layers": segments of a list of layers, blended in their order.
#include "30-a-renderer/deep-list.hpp"

// your code begins
// your code ends

// *result: the blend of all layers, premultiplied colours of which each lies in front of those before it; 0 if there are none. `layers`
// and `result` are in device memory. Kernels do all the work.
void blend(weft::View<const float4> layers, float4* result) {
  // your code begins
  // your code ends
}
