// threadIdx and its kin; programs that CUDA's Visual Studio template began include this by name.
#pragma once

#include "loom/device.h"
