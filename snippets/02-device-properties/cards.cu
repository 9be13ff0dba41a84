// Tangled from chapters/02-device-properties.md. Edit there. [sha1 5d36a8015d4a21f9ea725c7a6999998dc20fe70e]
#include <cstdio>

#include <doctest/doctest.h>

struct Card {
  const char* name;
  const char* chip;
  int year;
  int lanes;
  int clock_mhz;         // the vendor's boost clock, or the clock of the lanes on the oldest
  double gbit_per_wire;  // data rate of the memory on each wire
  int bus_bits;
};

constexpr double gb_per_second(const Card& card) { return card.gbit_per_wire * card.bus_bits / 8; }
constexpr double gflop_per_second(const Card& card) { return 2e-3 * card.lanes * card.clock_mhz; }

constexpr Card cards[] = {
    {"GeForce 8800 GTX", "G80", 2006, 128, 1350, 1.8, 384},
    {"GeForce GTX 280", "GT200", 2008, 240, 1296, 2.214, 512},
    {"GeForce GTX 480", "GF100", 2010, 480, 1401, 3.696, 384},
    {"GeForce GTX 580", "GF110", 2010, 512, 1544, 4.008, 384},
    {"GeForce GTX 680", "GK104", 2012, 1536, 1058, 6.008, 256},
    {"GeForce GTX 780 Ti", "GK110", 2013, 2880, 928, 7.0, 384},
    {"GeForce GTX 980", "GM204", 2014, 2048, 1216, 7.0, 256},
    {"GeForce GTX 980 Ti", "GM200", 2015, 2816, 1075, 7.0, 384},
    {"GeForce GTX 1080", "GP104", 2016, 2560, 1733, 10.0, 256},
    {"Tesla V100", "GV100", 2017, 5120, 1530, 1.752, 4096},
    {"GeForce RTX 2080 Ti", "TU102", 2018, 4352, 1545, 14.0, 352},
    {"A100 (40 GB)", "GA100", 2020, 6912, 1410, 2.43, 5120},
    {"GeForce RTX 3090", "GA102", 2020, 10496, 1695, 19.5, 384},
    {"GeForce RTX 4090", "AD102", 2022, 16384, 2520, 21.0, 384},
    {"H100 (SXM, 80 GB)", "GH100", 2022, 16896, 1980, 5.23, 5120},
    {"H200 (SXM)", "GH100", 2024, 16896, 1980, 6.25, 6144},
    {"B200 (SXM)", "GB100", 2024, 18944, 1980, 7.5, 8192},
    {"GeForce RTX 5090", "GB202", 2025, 21760, 2407, 28.0, 512},
};

TEST_CASE("bandwidth and arithmetic rate follow from the catalogue") {
  std::puts("card                 chip   year  lanes   GB/s   GFLOP/s  FLOP/byte");
  for (const Card& card : cards) {
    const double bandwidth = gb_per_second(card);
    const double arithmetic = gflop_per_second(card);
    std::printf("%-20s %-6s %d  %5d  %5.0f  %8.0f  %9.1f\n", card.name, card.chip, card.year,
                card.lanes, bandwidth, arithmetic, arithmetic / bandwidth);
  }
  // The vendor's own bandwidths for four of them, as a check on the table.
  CHECK(gb_per_second(cards[0]) == doctest::Approx(86.4));
  CHECK(gb_per_second(cards[8]) == doctest::Approx(320));
  CHECK(gb_per_second(cards[12]) == doctest::Approx(936));
  CHECK(gb_per_second(cards[17]) == doctest::Approx(1792));
}

TEST_CASE("from the first card to the last, arithmetic has grown ten times as much as bandwidth") {
  CHECK(gflop_per_second(cards[17]) / gflop_per_second(cards[0]) >
        10 * gb_per_second(cards[17]) / gb_per_second(cards[0]));
}
