#pragma once

#include "loom/cub/device.h"
