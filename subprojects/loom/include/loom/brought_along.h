// What CUDA's own headers bring along wherever they use libcu++: programs count on it.
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
