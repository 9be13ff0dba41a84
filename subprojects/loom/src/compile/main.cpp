#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "compile/driver.hpp"
#include "compile/options.hpp"

int main(int argc, char** argv) {
  try {
    const auto options = loom::compile::parse_options(std::vector<std::string>(argv + 1, argv + argc));
    return options ? loom::compile::drive(*options) : EXIT_SUCCESS;
  } catch (const loom::compile::UsageError& error) {
    std::cerr << "loomcc: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
