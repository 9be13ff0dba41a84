// Exercise "Counting words, as wc does": what its test calls.
#pragma once

#include "common/text.cuh"

__global__ void count_words(weft::Text text, unsigned long long* words);
