#pragma once

#include "loom/cub/device_forms.h"
