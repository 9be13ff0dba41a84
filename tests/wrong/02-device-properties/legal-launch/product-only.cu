// fails: each side of a block has its limit
#include <cstddef>

#include "02-device-properties/legal-launch.hpp"

bool is_legal(dim3 grid, dim3 block, std::size_t shared_bytes) {
  const unsigned threads = block.x * block.y * block.z;
  return 1 <= threads && threads <= 1024 && grid.x <= 2'147'483'647 && grid.y <= 65'535 && grid.z <= 65'535 &&
         grid.x * grid.y * grid.z >= 1 && shared_bytes <= 48 * 1024;
}
