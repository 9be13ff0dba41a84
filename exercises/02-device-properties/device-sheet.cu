// Exercise "A data sheet": everything that characterises a device, and how it compares with the vendor's figures.
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "02-device-properties/device-sheet.hpp"

// The properties of the device. Throws nothing; a field that could not be queried stays 0.
Sheet data_sheet(int device) {
  Sheet sheet;
  // your code begins
  // your code ends
  return sheet;
}

// The names (as quoted above) of the fields that differ by more than 5 % of the vendor's figure,
// in the order in which the struct has them.
std::vector<std::string> differences(const Sheet& measured, const Sheet& vendor) {
  std::vector<std::string> names;
  // your code begins
  // your code ends
  return names;
}
