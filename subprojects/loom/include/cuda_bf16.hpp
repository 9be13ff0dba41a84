// Where CUDA defines what cuda_bf16.h declares. loom has it all in one place; what includes this file first is refused by both.
#pragma once

#if !defined(__CUDA_BF16_H__)
#error "cuda_bf16.hpp is a part of cuda_bf16.h. Include cuda_bf16.h instead."
#endif
