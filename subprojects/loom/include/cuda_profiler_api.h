// Marks of what a profiler shall watch. loom has none to tell, so they only succeed.
#pragma once

#include "cuda_runtime_api.h"

extern "C" {
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
}
