#pragma once

#include "loom/thrust/output_iterators.h"
