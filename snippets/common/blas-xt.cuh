// Tangled from chapters/09-cublas.md. Edit there. [sha1 847b6a5c64179fe503a10d685da9163240ff88be]
#pragma once

#include "common/blas.cuh"

#include <cublasXt.h>

#include <numeric>
#include <vector>

namespace weft {

struct BlasXt : Owner<cublasXtHandle_t, cublasXtDestroy> {
  explicit BlasXt(int tile, Place place = Place::current()) {
    check(cublasXtCreate(out()), place);
    int count = 0;
    check(cudaGetDeviceCount(&count), place);
    std::vector<int> devices(count);
    std::iota(devices.begin(), devices.end(), 0);
    check(cublasXtDeviceSelect(*this, count, devices.data()), place);
    check(cublasXtSetBlockDim(*this, tile), place);
  }
};

}  // namespace weft
