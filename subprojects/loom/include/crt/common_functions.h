#pragma once

#include "../common_functions.h"
