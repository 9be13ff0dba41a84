#pragma once

#include <type_traits>

#include "../version.h"
