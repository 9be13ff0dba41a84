// C's integers of fixed width, for compilers without them.
#pragma once

#include <stdint.h>
