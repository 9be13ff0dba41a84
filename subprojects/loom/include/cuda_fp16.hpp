// Where CUDA defines what cuda_fp16.h declares. loom has it all in one place.
#pragma once

#include "cuda_fp16.h"
