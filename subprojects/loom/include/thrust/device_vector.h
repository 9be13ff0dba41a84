#pragma once

#include "loom/thrust/algorithms.h"
#include "loom/thrust/vectors.h"
