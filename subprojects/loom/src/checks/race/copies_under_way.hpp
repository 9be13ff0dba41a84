// Asynchronous copies to the shared memory of the current block for which no thread has waited yet.
//
// What can be waited for is always a thread's copies up to some point: a batch and those before it, or what had been begun when the
// phase of a barrier was made to wait for it. So one number for each thread says which of its copies are done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace loom {

class CopiesUnderWay {
 public:
  // Of a word, or of some that lie together.
  struct Copy {
    unsigned rank = 0;               // of the thread that began it
    std::uintptr_t address = 0;
    std::uint32_t bytes = 0;
    std::uintptr_t pc = 0;
    bool bound = false;              // to a barrier
  };

  // The block has so many bytes of shared memory and so many threads.
  void begin(std::size_t bytes, unsigned threads);
  bool any() const { return count_ > 0; }

  void add(const Copy&, std::size_t position);
  void commit(unsigned rank) { own(rank).batches.push_back(own(rank).begun); }
  void bind(unsigned rank, const void* barrier, bool phase);
  // The thread has waited for all its batches but the last so many. Answers the copies that are done now.
  std::vector<Copy> awaited(unsigned rank, std::size_t but);
  // A thread has seen the barrier's phase end.
  void awaited(const void* barrier, bool phase);

  // One that may still write some of the bytes.
  std::optional<Copy> at(std::size_t position, std::size_t bytes) const;

 private:
  using Number = std::uint32_t;      // counts the copies of a thread from 1
  struct Own {
    Number begun = 0, done = 0;
    std::vector<Number> batches;     // the last copy of each that has not been waited for
    std::vector<Copy> copies;        // those that are not done
  };
  struct Last {
    std::uint16_t rank = 0;
    Number number = 0;               // 0: none
  };

  Own& own(unsigned rank) {
    if (threads_.empty()) threads_.resize(thread_count_);
    return threads_[rank];
  }
  void finish(unsigned rank, Number last);

  std::size_t count_ = 0, bytes_ = 0;
  unsigned thread_count_ = 0;
  std::vector<Own> threads_;         // empty, as the next, until there is a copy
  std::vector<Last> words_;          // by word of shared memory: which copy wrote there last
  std::map<std::pair<const void*, bool>, std::vector<std::pair<unsigned, Number>>> bound_;
};

}  // namespace loom
