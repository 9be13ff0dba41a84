// CUDA declares some of its device functions here. loom has them all in one place.
#pragma once

#include "cuda_runtime.h"
