// Exercise "Connected components": hooking trees, and shortening them.
#include "19-sparse-matrices/components.hpp"

// your code begins
namespace {

constexpr unsigned threads = 128;

__device__ std::size_t my_index() { return std::size_t{blockIdx.x} * threads + threadIdx.x; }

__global__ void each_its_own(unsigned* label, unsigned vertices) {
  const std::size_t v = my_index();
  if (v < vertices) label[v] = static_cast<unsigned>(v);
}

// For each edge, the larger label of both ends gets the smaller one as its parent. `label` is a copy of `before`, or smaller.
__global__ void hook(weft::Pattern graph, const unsigned* before, unsigned* label, unsigned* changed) {
  const std::size_t v = my_index();
  if (v >= graph.rows) return;
  const unsigned mine = before[v];
  for (unsigned k = graph.start[v]; k < graph.start[v + 1]; ++k) {
    const unsigned theirs = before[graph.column[k]];
    if (mine >= theirs) continue;  // equal, or the other direction of the edge does it
    atomicMin(&label[theirs], mine);
    atomicExch(changed, 1u);
  }
}

__global__ void shorten(const unsigned* from, unsigned* to, unsigned vertices) {
  const std::size_t v = my_index();
  if (v < vertices) to[v] = from[from[v]];
}

}  // namespace
// your code ends

// Gives each vertex the smallest number of a vertex in its component. The graph has each edge in both directions; `graph` and `label`
// are in device memory. Kernels do all the work. A path of 1,500 vertices takes at most 200 launches.
void components(const weft::Pattern& graph, unsigned* label) {
  // your code begins
  const unsigned vertices = graph.rows, blocks = (vertices + threads - 1) / threads;
  if (vertices == 0) return;
  weft::Buffer<unsigned> other(vertices), changed(1);
  const std::size_t bytes = vertices * sizeof(unsigned);
  each_its_own<<<blocks, threads>>>(label, vertices);
  for (bool again = true; again;) {
    weft::check(cudaMemset(changed.data(), 0, sizeof(unsigned)));
    weft::check(cudaMemcpy(other.data(), label, bytes, cudaMemcpyDeviceToDevice));
    hook<<<blocks, threads>>>(graph, other.data(), label, changed.data());
    for (int i = 0; i < 2; ++i) {
      shorten<<<blocks, threads>>>(label, other.data(), vertices);
      shorten<<<blocks, threads>>>(other.data(), label, vertices);
    }
    weft::check(cudaGetLastError());
    again = changed.to_host()[0] != 0;
  }
  // your code ends
}
