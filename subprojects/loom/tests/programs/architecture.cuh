// A file that only device code reads.
namespace outer {
inline namespace inner {
__device__ int in_another_file() { return 15; }
}  // namespace inner
}  // namespace outer
