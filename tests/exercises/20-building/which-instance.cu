#include <doctest/doctest.h>

#include "support.hpp"

#include "20-building/which-instance.hpp"
#include "20-building/which-instance.given.hpp"

TEST_CASE("the instance for each size, and only this one") {
  for (const int n : {3, 8, 1, 5}) {
    CAPTURE(n);
    DeviceArray<int> x(std::vector<int>(8, 0));
    const auto before = launches_seen();
    CHECK(with_size<1, 3, 8, 5>(n, Fill{x.data()}) == true);
    require_success(cudaDeviceSynchronize());
    std::vector<int> expected(8, 0);
    std::fill(expected.begin(), expected.begin() + n, n);
    CHECK(x.read() == expected);
    if (before) CHECK(*launches_seen() == *before + 1);
  }
}

TEST_CASE("a size without an instance is refused") {
  int calls = 0;
  for (const int n : {-1, 0, 2, 4, 6, 7, 9, 1 << 30}) {
    CAPTURE(n);
    CHECK(with_size<1, 3, 8, 5>(n, Count{calls}) == false);
  }
  CHECK(with_size<>(0, Count{calls}) == false);
  CHECK(calls == 0);
}

TEST_CASE("the value that f returns does not matter") {
  int calls = 0;
  const Refuses refuses{calls};
  CHECK(with_size<2, 4>(4, refuses) == true);
  CHECK(calls == 4);
  CHECK(with_size<2, 4>(2, refuses) == true);
  CHECK(calls == 6);
  const Lists lists{calls};
  CHECK(with_size<2, 4>(2, lists) == true);
  CHECK(calls == 8);
}

TEST_CASE("f is called once, even if a size is given twice") {
  int calls = 0;
  CHECK(with_size<4, 4, 7, 4>(4, Count{calls}) == true);
  CHECK(calls == 1);
}

TEST_CASE("f itself is called, not a copy of it") {
  Counter counter;
  CHECK(with_size<2, 6>(6, counter) == true);
  CHECK(with_size<2, 6>(2, counter) == true);
  CHECK(counter.calls == 8);
}
