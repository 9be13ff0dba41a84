#include <doctest/doctest.h>

#include "support.hpp"

#include "20-building/which-code.hpp"

using Codes = std::vector<std::string>;

void check_chosen(const Codes& codes, Device device, const std::string& expected) {
  std::string names;
  for (const std::string& code : codes) names += " " + code;
  CAPTURE(names);
  CAPTURE(device.major);
  CAPTURE(device.minor);
  CHECK(chosen(codes, device) == expected);
}

TEST_CASE("SASS runs within its major version, upwards") {
  check_chosen({"sm_80"}, {8, 0}, "sm_80");
  check_chosen({"sm_80"}, {8, 9}, "sm_80");
  check_chosen({"sm_86"}, {8, 0}, "");
  check_chosen({"sm_80"}, {9, 0}, "");
  check_chosen({"sm_90"}, {8, 9}, "");
  check_chosen({"sm_100"}, {10, 3}, "sm_100");
  check_chosen({"sm_103"}, {10, 0}, "");
  check_chosen({"sm_100"}, {12, 0}, "");
}

TEST_CASE("PTX runs on every device that is not older") {
  check_chosen({"compute_80"}, {8, 0}, "compute_80");
  check_chosen({"compute_80"}, {7, 5}, "");
  check_chosen({"compute_75"}, {12, 1}, "compute_75");
  check_chosen({"compute_90"}, {10, 0}, "compute_90");
  check_chosen({"compute_100"}, {9, 0}, "");
}

TEST_CASE("with an a, only on that version") {
  for (const Codes& codes : {Codes{"sm_90a"}, Codes{"compute_90a"}}) {
    check_chosen(codes, {9, 0}, codes[0]);
    check_chosen(codes, {10, 0}, "");
    check_chosen(codes, {8, 9}, "");
  }
  check_chosen({"sm_100a"}, {10, 3}, "");
  check_chosen({"compute_100a"}, {10, 3}, "");
}

TEST_CASE("with an f, only within the family") {
  for (const Codes& codes : {Codes{"sm_100f"}, Codes{"compute_100f"}}) {
    check_chosen(codes, {10, 0}, codes[0]);
    check_chosen(codes, {10, 3}, codes[0]);
    check_chosen(codes, {12, 0}, "");
    check_chosen(codes, {9, 0}, "");
  }
  check_chosen({"compute_103f"}, {10, 0}, "");
}

TEST_CASE("SASS before PTX, and the highest version of each, in any order") {
  const Codes codes = {"compute_75", "sm_80", "sm_86", "compute_120", "sm_90a", "compute_90", "sm_103f"};
  check_chosen(codes, {7, 5}, "compute_75");
  check_chosen(codes, {8, 0}, "sm_80");
  check_chosen(codes, {8, 6}, "sm_86");
  check_chosen(codes, {8, 9}, "sm_86");
  check_chosen(codes, {9, 0}, "sm_90a");
  check_chosen(codes, {10, 0}, "compute_90");
  check_chosen(codes, {10, 3}, "sm_103f");
  check_chosen(codes, {12, 1}, "compute_120");
  check_chosen({"sm_89", "sm_86", "sm_80", "compute_90"}, {8, 9}, "sm_89");
  check_chosen({"compute_90", "sm_90"}, {9, 0}, "sm_90");
  check_chosen({"sm_90", "compute_90"}, {10, 0}, "compute_90");
  check_chosen({"compute_100", "compute_90"}, {12, 0}, "compute_100");
  check_chosen({"compute_90", "compute_100"}, {12, 0}, "compute_100");
}

TEST_CASE("an empty list gives an empty name") { check_chosen({}, {9, 0}, ""); }
