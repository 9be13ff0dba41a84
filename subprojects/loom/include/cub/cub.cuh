#pragma once

#include "loom/cub/block_sort.h"
#include "loom/cub/device_forms.h"
