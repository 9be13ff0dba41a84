// Exercise "A literal with wildcards": what its test calls.
#pragma once

#include <string_view>

#include "common/text.cuh"

struct WithHoles;
