#include <doctest/doctest.h>

#include "support.hpp"

#include <14-building/which-code.cu>

using Codes = std::vector<std::string>;

TEST_CASE("SASS within its major version, upwards") {
  CHECK(chosen({"sm_80"}, {8, 0}) == "sm_80");
  CHECK(chosen({"sm_80"}, {8, 9}) == "sm_80");
  CHECK(chosen({"sm_86"}, {8, 0}) == "");
  CHECK(chosen({"sm_80"}, {9, 0}) == "");
  CHECK(chosen({"sm_90"}, {8, 9}) == "");
  CHECK(chosen({"sm_100"}, {10, 3}) == "sm_100");
  CHECK(chosen({"sm_103"}, {10, 0}) == "");
  CHECK(chosen({"sm_100"}, {12, 0}) == "");
}

TEST_CASE("PTX on all that is not older") {
  CHECK(chosen({"compute_80"}, {8, 0}) == "compute_80");
  CHECK(chosen({"compute_80"}, {7, 5}) == "");
  CHECK(chosen({"compute_75"}, {12, 1}) == "compute_75");
  CHECK(chosen({"compute_90"}, {10, 0}) == "compute_90");
  CHECK(chosen({"compute_100"}, {9, 0}) == "");
}

TEST_CASE("with an a, on that version only") {
  for (const Codes& codes : {Codes{"sm_90a"}, Codes{"compute_90a"}}) {
    CHECK(chosen(codes, {9, 0}) == codes[0]);
    CHECK(chosen(codes, {10, 0}) == "");
    CHECK(chosen(codes, {8, 9}) == "");
  }
  CHECK(chosen({"sm_100a"}, {10, 3}) == "");
  CHECK(chosen({"compute_100a"}, {10, 3}) == "");
}

TEST_CASE("with an f, within the family") {
  for (const Codes& codes : {Codes{"sm_100f"}, Codes{"compute_100f"}}) {
    CHECK(chosen(codes, {10, 0}) == codes[0]);
    CHECK(chosen(codes, {10, 3}) == codes[0]);
    CHECK(chosen(codes, {12, 0}) == "");
    CHECK(chosen(codes, {9, 0}) == "");
  }
  CHECK(chosen({"compute_103f"}, {10, 0}) == "");
}

TEST_CASE("SASS before PTX, and the nearest of each, wherever it stands") {
  const Codes codes = {"compute_75", "sm_80", "sm_86", "compute_120", "sm_90a", "compute_90", "sm_103f"};
  CHECK(chosen(codes, {7, 5}) == "compute_75");
  CHECK(chosen(codes, {8, 0}) == "sm_80");
  CHECK(chosen(codes, {8, 6}) == "sm_86");
  CHECK(chosen(codes, {8, 9}) == "sm_86");
  CHECK(chosen(codes, {9, 0}) == "sm_90a");
  CHECK(chosen(codes, {10, 0}) == "compute_90");
  CHECK(chosen(codes, {10, 3}) == "sm_103f");
  CHECK(chosen(codes, {12, 1}) == "compute_120");
  CHECK(chosen({"sm_89", "sm_86", "sm_80", "compute_90"}, {8, 9}) == "sm_89");
  CHECK(chosen({"compute_90", "sm_90"}, {9, 0}) == "sm_90");
  CHECK(chosen({"sm_90", "compute_90"}, {10, 0}) == "compute_90");
  CHECK(chosen({"compute_100", "compute_90"}, {12, 0}) == "compute_100");
  CHECK(chosen({"compute_90", "compute_100"}, {12, 0}) == "compute_100");
}

TEST_CASE("of an empty list, nothing") { CHECK(chosen({}, {9, 0}) == ""); }
