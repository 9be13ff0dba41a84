#include <08-constant-and-texture-memory/two-textures.cu>

template __global__ void add_products<In::array, In::linear>(cudaTextureObject_t, cudaTextureObject_t, int, double*);
template __global__ void add_products<In::linear, In::linear>(cudaTextureObject_t, cudaTextureObject_t, int, double*);
template Dot dot<In::array, In::array>(const std::vector<float>&, const std::vector<float>&);
template Dot dot<In::array, In::linear>(const std::vector<float>&, const std::vector<float>&);
template Dot dot<In::linear, In::array>(const std::vector<float>&, const std::vector<float>&);
template Dot dot<In::linear, In::linear>(const std::vector<float>&, const std::vector<float>&);
