// Where CUDA defines what cuda_bf16.h declares. loom has it all in one place.
#pragma once

#include "cuda_bf16.h"
