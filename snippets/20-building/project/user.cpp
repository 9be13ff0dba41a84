// Tangled from chapters/20-building.md. Edit there. [sha1 3b55137a215d0c99b2c34aabe0c2edfb58fbb00d]
#include "thermocouple.hpp"

#include <cstdio>

int main() {
  const float millivolts[] = {4.096f, 20.644f, 41.276f};
  float celsius[3];
  switch (thermo::celsius(millivolts, celsius, 3)) {
    case thermo::Status::ok: break;
    case thermo::Status::no_device: std::puts("skipped: there is no GPU here"); return 77;
    default: std::puts("the library failed"); return 1;
  }
  for (const float degrees : celsius) std::printf("%.0f\n", degrees);
}
