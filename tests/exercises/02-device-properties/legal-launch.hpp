// Exercise "Will it be refused?": what its test calls.
#pragma once

#include <cstddef>

bool is_legal(dim3 grid, dim3 block, std::size_t shared_bytes);
