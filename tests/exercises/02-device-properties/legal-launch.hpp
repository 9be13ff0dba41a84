// Exercise "Is a launch legal?": what its test calls.
#pragma once

#include <cstddef>

bool is_legal(dim3 grid, dim3 block, std::size_t shared_bytes);
