// CUDA declares some of its types here. loom has them all in one place.
#pragma once

#include "cuda_runtime.h"
