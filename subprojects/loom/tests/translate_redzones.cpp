// Redzones between a device's variables, in the assembly of two processors.
#include <doctest/doctest.h>

#include "compile/redzones.hpp"

using loom::compile::with_redzones;

TEST_CASE("a value of any width has a redzone behind its last word") {
  for (const char* const word : {".byte", ".value", ".long", ".quad", ".hword", ".word", ".xword", ".zero", ".string", ".ascii"}) {
    CAPTURE(word);
    const std::string value = '\t' + (std::string(word) + "\t1\n");
    const std::string head = "\t.section\tloom_device,\"aw\"\nfirst:\n" + value + value;
    CHECK(with_redzones(head + "second:\n" + value + "\t.text\n") == head + "\t.zero\t256\nsecond:\n" + value + "\t.zero\t256\n\t.text\n");
  }
}

TEST_CASE("variables of the host lie as they were") {
  const std::string host = "\t.data\nfirst:\n\t.word\t1\nsecond:\n\t.long\t2\n\t.text\n";
  CHECK(with_redzones(host) == host);
}
