#pragma once

#include "loom/cub/block_sort.h"
