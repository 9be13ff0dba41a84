#pragma once
#define CUBLAS_V2_H_   // programs ask by this name whether the header is included

#include "cublas_api.h"
