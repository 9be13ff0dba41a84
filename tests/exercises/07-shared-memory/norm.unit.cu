#include <07-shared-memory/norm.cu>

template float norm(weft::View<const float>);
template double norm(weft::View<const double>);
