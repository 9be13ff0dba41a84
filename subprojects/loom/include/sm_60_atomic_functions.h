// CUDA declares some of its atomics here. loom has them all in one place.
#pragma once

#include "cuda_runtime.h"
