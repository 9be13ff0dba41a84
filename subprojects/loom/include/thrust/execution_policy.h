#pragma once

#include "loom/thrust/algorithms.h"
