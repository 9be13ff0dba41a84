// Exercise "The strongest tone": what its test calls.
#pragma once

#include <vector>

double strongest_tone(const std::vector<float>& samples, double rate);
