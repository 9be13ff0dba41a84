#pragma once

#include "loom/cub/block.h"
