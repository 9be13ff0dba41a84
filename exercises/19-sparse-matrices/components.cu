// Exercise "Connected components": hooking trees, and shortening them.
#include "19-sparse-matrices/components.hpp"

// your code begins
// your code ends

// Gives each vertex the smallest number of a vertex in its component. The graph has each edge in both directions; `graph` and `label`
// are in device memory. Kernels do all the work. A path of 1,500 vertices takes at most 200 launches.
void components(const weft::Pattern& graph, unsigned* label) {
  // your code begins
  // your code ends
}
