#pragma once

#include "loom/thrust/run.h"
