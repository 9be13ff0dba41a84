#pragma once

#include <limits>

#include "version.h"
