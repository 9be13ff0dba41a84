#pragma once

#error "loom has no MTGP32: use curandStateXORWOW_t, curandStateMRG32k3a_t or curandStatePhilox4_32_10_t"
