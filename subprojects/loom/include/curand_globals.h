// cuRAND declares a part of its device functions here. loom has them all in one place.
#pragma once

#include "curand_kernel.h"
