// CUDA defines __global__ and its kin here.
#pragma once

#include "loom/keywords.h"
