#pragma once

#include "loom/thrust/errors.h"
