#pragma once

#include "loom/cub/block.h"
#include "loom/cub/device.h"
