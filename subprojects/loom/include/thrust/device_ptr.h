#pragma once

#include "loom/thrust/pointers.h"
