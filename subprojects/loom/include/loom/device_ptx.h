// What inline assembly is translated to calls of. Inlined, so that a finding names the assembly.
#pragma once

#include "loom/ptx/arithmetic.h"
#include "loom/ptx/barriers.h"
#include "loom/ptx/conversions.h"
#include "loom/ptx/matrices.h"
#include "loom/ptx/memory.h"
#include "loom/ptx/tensors.h"
#include "loom/ptx/values.h"
#include "loom/ptx/warps.h"
