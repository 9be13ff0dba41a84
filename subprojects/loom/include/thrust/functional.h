#pragma once

#include "loom/thrust/functional.h"
