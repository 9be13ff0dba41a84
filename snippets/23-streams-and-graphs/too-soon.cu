// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 e96909258877594a8dbc06e5e003e93242a77238]
#include <doctest/doctest.h>

#include "common/pinned.cuh"
#include "common/stream.cuh"

TEST_CASE("the second message is written before the first has been sent") {
  const weft::Stream stream;
  weft::Pinned<int> message(1);
  weft::Buffer<int> first(1), second(1);
  *message.data() = 1;
  weft::check(cudaMemcpyAsync(first.data(), message.data(), sizeof(int), cudaMemcpyHostToDevice,
                              stream));
  *message.data() = 2;  // finds: race
  weft::check(cudaMemcpyAsync(second.data(), message.data(), sizeof(int), cudaMemcpyHostToDevice,
                              stream));
  stream.wait();
  CHECK(second.to_host()[0] == 2);
}
