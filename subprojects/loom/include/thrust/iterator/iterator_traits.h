#pragma once

#include "loom/thrust/iterators.h"
