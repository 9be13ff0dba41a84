#include <18-searching-text/with-holes.cu>

#include <string_view>

namespace test {

unsigned long long count(weft::Text text, std::string_view pattern) { return weft::count(text, WithHoles(pattern)); }

}  // namespace test
