#pragma once

#include "loom/thrust/universal.h"
