// finds: race
constexpr int places = 3;

__device__ inline void enter(unsigned time, unsigned* podium) {
  for (int place = 0; place < places; ++place) {
    const unsigned before = podium[place];
    podium[place] = min(before, time);
    time = max(before, time);
  }
}
