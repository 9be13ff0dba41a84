// Tangled from chapters/14-building.md. Edit there. [sha1 b0d57f9fa089262931b41e8117d4ef93784d6068]
#pragma once

// What is added to all temperatures, for a cold end that is not at 0 °C.
static __constant__ float offset;
