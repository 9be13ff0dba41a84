#pragma once

#include "loom/thrust/vectors.h"
