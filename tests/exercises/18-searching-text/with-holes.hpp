// Exercise "A literal with holes": what its test calls.
#pragma once

#include <string_view>

#include "common/text.cuh"

struct WithHoles;
