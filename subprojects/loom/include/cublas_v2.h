#pragma once
#define CUBLAS_V2_H_   // programs ask by this name whether the header is included

#define CUBLAS_V2_H_   // by which other headers know that this one is here

#include "cublas_api.h"
