#pragma once

#include "loom/thrust/random.h"
