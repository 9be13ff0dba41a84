// Tangled from chapters/20-building.md. Edit there. [sha1 294988fc87a6df91a126fc52aa6c70fcdb71aeed]
#include "celsius.cu"
#include "mean.cu"
