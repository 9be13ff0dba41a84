// CUDA declares the runtime calls of device code here. loom has one runtime for both.
#pragma once

#include "cuda_runtime.h"
