// threadIdx and its kin; programs that CUDA's Visual Studio template began include this by name.
#pragma once
#define __DEVICE_LAUNCH_PARAMETERS_H__   // programs ask by this name whether the header is included

#include "loom/device.h"
