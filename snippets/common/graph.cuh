// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 f434279cd6ba1d4dc3ea35403415e3d93799d419]
#pragma once

#include "common/stream.cuh"

#include <cstddef>

namespace weft {

// The work that a function gives to a stream, recorded instead of run.
struct Graph : Owner<cudaGraph_t, cudaGraphDestroy> {
  template <class Work>
  explicit Graph(Work work, Place place = Place::current()) {
    const Stream stream(place);
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), place);
    work(static_cast<cudaStream_t>(stream));
    check(cudaStreamEndCapture(stream, out()), place);
  }
  std::size_t nodes(Place place = Place::current()) const {
    std::size_t count = 0;
    check(cudaGraphGetNodes(*this, nullptr, &count), place);
    return count;
  }
  std::size_t edges(Place place = Place::current()) const {
    std::size_t count = 0;
#if CUDART_VERSION >= 13000
    check(cudaGraphGetEdges(*this, nullptr, nullptr, nullptr, &count), place);
#else
    check(cudaGraphGetEdges(*this, nullptr, nullptr, &count), place);
#endif
    return count;
  }
};

// A graph that can be launched any number of times.
struct Launchable : Owner<cudaGraphExec_t, cudaGraphExecDestroy> {
  explicit Launchable(const Graph& graph, Place place = Place::current()) {
    check(cudaGraphInstantiate(out(), graph, 0), place);
  }
  void launch(cudaStream_t stream, Place place = Place::current()) const {
    check(cudaGraphLaunch(*this, stream), place);
  }
  // Adopts the arguments and sizes of another graph of the same shape; false if the shape differs.
  bool update(const Graph& graph) {
    cudaGraphExecUpdateResultInfo info;
    if (cudaGraphExecUpdate(*this, graph, &info) == cudaSuccess) return true;
    cudaGetLastError();
    return false;
  }
};

}  // namespace weft
