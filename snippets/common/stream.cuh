// Tangled from chapters/03-first-programs.md. Edit there. [sha1 e1bf2c6ce7764ab35af1b50473853ddceba5dca0]
#pragma once

#include "common/check.cuh"
#include "common/owner.cuh"

namespace weft {

struct Stream : Owner<cudaStream_t, cudaStreamDestroy> {
  explicit Stream(Place place = Place::current()) { check(cudaStreamCreate(out()), place); }
  void wait(Place place = Place::current()) const {
    check(cudaStreamSynchronize(*this), place);
  }
};

struct Event : Owner<cudaEvent_t, cudaEventDestroy> {
  explicit Event(Place place = Place::current()) { check(cudaEventCreate(out()), place); }
  void record(cudaStream_t stream = nullptr, Place place = Place::current()) {
    check(cudaEventRecord(*this, stream), place);
  }
  void wait(Place place = Place::current()) const {
    check(cudaEventSynchronize(*this), place);
  }
};

}  // namespace weft
