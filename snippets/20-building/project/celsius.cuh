// Tangled from chapters/20-building.md. Edit there. [sha1 51153d22266a35af20d1b4bd17405fe4c49461a7]
#pragma once

// The temperature of a thermocouple of type K, in °C; NaN outside 0 to 54.886 mV.
__device__ float celsius_of(float millivolts);
