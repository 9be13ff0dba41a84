// Included first in a program: its own copies of what loom, too, takes from the standard library to put a sentence together. The linker
// keeps one of the two, and prefers the program's, which is watched.
#pragma once

#include <string>

template class std::basic_string<char>;
template std::string std::operator+(std::string&&, std::string&&);
template std::string std::operator+(std::string&&, const char*);
template std::string std::operator+(const char*, const std::string&);
template std::string std::operator+(const std::string&, const char*);

[[gnu::used]] inline std::string number_in_words(int a, unsigned b, unsigned long c) {
  return std::to_string(a) + std::to_string(b) + std::to_string(c);
}
