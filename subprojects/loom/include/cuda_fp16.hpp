// Where CUDA defines what cuda_fp16.h declares. loom has it all in one place; what includes this file first is refused by both.
#pragma once

#if !defined(__CUDA_FP16_H__)
#error "cuda_fp16.hpp is a part of cuda_fp16.h. Include cuda_fp16.h instead."
#endif
