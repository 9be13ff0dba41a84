// CUDA asks here whether it knows the host's compiler. loomcc has chosen that itself.
#pragma once

#include "loom/keywords.h"
