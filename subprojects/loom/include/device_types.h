// CUDA defines marks of its own compilers for the types of textures and surfaces here. loom needs none.
#pragma once

#include "driver_types.h"
