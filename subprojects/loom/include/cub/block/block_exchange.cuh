#pragma once

#include "loom/cub/block_data.h"
