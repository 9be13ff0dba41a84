// Tangled from chapters/20-building.md. Edit there. [sha1 5ab7b5d608f34fb2d4524e79abb466db530508b1]
#pragma once

// Added to all temperatures, for a cold end that is not at 0 °C.
static __constant__ float offset;
