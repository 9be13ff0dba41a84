// The headers of the standard library that CUDA's own headers include through libcu++: programs rely on getting them.
#pragma once

#include <cassert>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <typeinfo>
