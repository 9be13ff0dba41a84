// Exercise "The strongest tone in a spectrum": what its test calls.
#pragma once

#include <vector>

double strongest_tone(const std::vector<float>& samples, double rate);
