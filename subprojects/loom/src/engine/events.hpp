// What the engine announces while it runs a kernel, and how a check listens.
//
// The engine knows nothing of any check; a check knows only this file, the registry of memory and the report.
// One check is one file in src/checks.
//
// What loom's words mean, here and in all that listens:
//
//   shadow memory             what checks remember of the program's memory, beside it
//   initialised shadow        the part of it that says which bytes have been written (memory/initialised_shadow.hpp)
//   epoch                     when, by which thread and where in the code an access was, in one word (checks/race/record.hpp)
//   shadow record             an epoch with what other blocks must know of the access (checks/race/shadow_memory.hpp)
//   run                       shadow records of neighbouring words, alike but for the threads, which count on
//   happens-before            the order that barriers, releases and acquires make; what is "ordered" is so by it alone
//   release, acquire          a thread publishes what happened before at an address; another reads that address, and knows it, too
//   vector clock              all that happened before a thread's next access, by block and thread (checks/race/vector_clock.hpp)
//   conflicting access        an earlier access to the same bytes, one of the two writing, that did not happen before this one
//   block race state          what the race check knows of a block while it runs (checks/race/block_state.hpp)
//   current                   of the OS thread that asks: its block, its device thread, its launch
//   fast path                 what says at once of most accesses that no check minds them (checks/race/fast_path.cpp)
//   redzone                   bytes that belong to no variable and no allocation, so that who runs past an end is seen
//   host/device variant       one of the two bodies of a `__host__ __device__` function that asks for __CUDA_ARCH__ (compile/merge_device_pass.hpp)
//   host callback dispatcher  runs host functions in streams that the host does not wait for
//   turn                      the position of a block in the order in which blocks begin
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "loom/scopes.h"
#include "loom/tensor_map.h"
#include "program/launch.hpp"
#include "program/range.hpp"
#include "vector_types.h"

namespace loom {

class Cluster;
struct Allocation;

// A thread block while it runs. All its threads run on one OS thread.
struct Block {
  const Launch* launch = nullptr;
  uint3 index{};                     // blockIdx
  unsigned threads = 0;              // blockDim.x * blockDim.y * blockDim.z
  std::uintptr_t shared_base = 0;    // dynamic shared memory
  std::size_t shared_bytes = 0;
  unsigned interval = 0;             // counts block-wide barriers passed
  Cluster* cluster = nullptr;        // of several blocks, that it lies in
  unsigned rank_in_cluster = 0;
  unsigned passed = 0;               // barriers of the cluster that at least one of its threads has passed
};

// A thread of a block.
struct Thread {
  Block* block = nullptr;
  uint3 index{};                     // threadIdx
  unsigned rank = 0;                 // x + y * Dx + z * Dx * Dy; lane = rank % 32, warp = rank / 32
  unsigned arrivals = 0, passed = 0; // barriers of its cluster at which it has arrived, and that it has passed
};

// As wide as the size beside it in an Access: compilers load the two at once, which costs dearly if they were stored apart.
enum class AccessKind : std::uint32_t { read, write, volatile_read, volatile_write, atomic };

// What is to be known of an atomic access. CUDA's atomic functions are relaxed updates, of the device's scope unless their
// name says otherwise; cuda::atomic says all three.
struct Atomicity {
  AtomicKind kind = AtomicKind::update;
  Order order = Order::relaxed;
  Scope scope = Scope::device;
  bool compares = false;             // atomicCAS: brings a second value
  bool operator==(const Atomicity&) const = default;
};

// One access of one thread, announced before it happens.
struct Access {
  std::uintptr_t address = 0;
  std::uint32_t bytes = 0;
  AccessKind kind = AccessKind::read;
  std::uintptr_t pc = 0;             // return address into the accessing code
  Atomicity atomicity{};             // of an atomic access
  bool by_proxy = false;             // made for the thread by the asynchronous proxy: a copy in bulk, a product of matrices
  Range whole{0, 0};                 // the struct that it is a piece of, or all of; empty where it is none

  bool misaligned() const { return (address & (bytes - 1)) != 0; }
};

constexpr bool writes(AccessKind kind) {
  return kind == AccessKind::write || kind == AccessKind::volatile_write || kind == AccessKind::atomic;
}

// What a check answers to an access. `made_by_compiler`: the compiler made it up, and the checks behind need not hear of it.
// An address that is no good stops the kernel before the access happens. `beyond_neighbour`: beyond the shared memory of another block.
enum class Verdict : std::uint8_t { proceed, made_by_compiler, illegal_address, misaligned_address, beyond_neighbour };

// Where the threads of a block stood when they could not all meet at one barrier.
struct Divergence {
  const Thread* waiting = nullptr;   // one thread at a barrier
  std::uintptr_t waiting_pc = 0;     // that barrier
  const Thread* other = nullptr;     // a thread that is elsewhere
  std::uintptr_t other_pc = 0;       // the other barrier, or 0 where that thread has left the kernel
  bool went_around = false;          // it has left, and other_pc is the `if` at which it took the way without the barrier,
  bool loop = false;                 // or where it left the loop with the barrier
};

// A call of a warp function with a mask that cannot be right.
struct WrongMask {
  enum class Fault : std::uint8_t {
    caller_not_named,                // the mask leaves out the calling lane; the kernel ends here
    source_absent,                   // a shuffle reads from a lane that does not take part: its value means nothing
    lanes_never_come,                // the kernel ends here, because lanes that the mask includes wait elsewhere forever
  };
  Fault fault = Fault::caller_not_named;
  std::uint32_t mask = 0;
  std::uint32_t lanes = 0;           // those at issue: the caller, the source, those that never come
  std::uintptr_t pc = 0;             // of the call
};

// An index that lies outside of the array it is applied to, as the compiler's own check found before the access.
struct BadIndex {
  std::string_view array;            // its type: "float [8][4]"
  std::int64_t index = 0;
  std::uintptr_t pc = 0;             // of the access
};

// A call through a pointer, or of a virtual function.
struct IndirectCall {
  std::uintptr_t function = 0;
  std::uintptr_t object = 0;         // the first argument: in a virtual call the object, else anything
  std::uintptr_t pc = 0;             // it returns there
};

// Bytes in rows, and in slices of rows where there are several.
struct Area {
  std::uintptr_t first = 0;
  std::size_t pitch = 0;             // bytes from one row to the next
  std::size_t width = 0;             // bytes of a row
  std::size_t height = 1;            // rows of a slice
  std::size_t slice = 0;             // bytes from one slice to the next
  std::size_t depth = 1;             // slices

  bool is_empty() const { return width == 0 || height == 0 || depth == 0; }
  std::size_t rows() const { return height * depth; }
  std::uintptr_t row(std::size_t i) const { return first + i / height * slice + i % height * pitch; }
  std::size_t bytes() const { return width * rows(); }         // without those between rows
};

// A call of the host that copies or sets memory.
struct HostCall {
  const char* name = "";             // "cudaMemcpyAsync"
  std::uintptr_t pc = 0;             // it returns there
};

// How an allocation comes to its end.
enum class FreedBy : std::uint8_t { program, device_reset };

// What the asynchronous proxy reads shared memory for. Each has groups of its own, which are committed and awaited.
enum class ProxyWork : std::uint8_t { copies, products };

// How an mbarrier stands when a thread that waits by parity goes on.
struct MbarrierPhase {
  const void* barrier = nullptr;
  unsigned ended = 0;                // phases so far
  bool expects_bytes = false;        // in the phase that goes on
};

// Of which accesses a check is told.
enum class Hears : std::uint8_t {
  none,
  misaligned,                        // those whose address is not a multiple of their size
  all,
};

constexpr bool told(Hears hears, bool misaligned) { return hears == Hears::all || (misaligned && hears == Hears::misaligned); }

// A listener. Calls for one block come from one OS thread; different blocks call concurrently.
// State a check keeps for the current block is thread_local in its file.
class Check {
 public:
  virtual void launch_begins(const Launch&) {}
  virtual void block_begins(const Block&) {}
  virtual Verdict access(const Thread&, const Access&) { return Verdict::proceed; }
  virtual Hears hears() const { return Hears::all; }                 // of which accesses: a call spared is time spared
  virtual bool needs_accesses() const { return false; }              // true: not notified of launches whose accesses are not announced
  virtual bool follows_blocks() const { return true; }               // is told of each block that it begins, and that it ends
  virtual void block_barrier(const Block&) {}                        // every live thread has arrived
  virtual void warp_barrier(const Block&, unsigned /*warp*/, std::uint32_t /*mask*/) {}
  virtual void tile_barrier(const Block&, unsigned /*first rank*/, unsigned /*threads*/) {}    // of some warps
  virtual void warp_meets(const Block&, unsigned /*warp*/, std::uint32_t /*mask*/) {}   // there, or at a shuffle or a vote
  virtual void divergent_barrier(const Block&, const Divergence&) {}
  virtual void wrong_mask(const Thread&, const WrongMask&) {}
  virtual void bad_index(const Thread&, const BadIndex&) {}          // the kernel ends here
  virtual Verdict indirect_call(const Thread&, const IndirectCall&) { return Verdict::proceed; }
  // A constructor or destructor, on the host where there is no thread, is about to write the address of the table of virtual functions.
  virtual void object_built(const Thread*, std::uintptr_t /*address*/, std::uintptr_t /*table*/) {}
  virtual void fence(const Thread&, Scope, std::uintptr_t /*pc*/) {}
  // A thread's asynchronous copies: one begins, and has been announced as a write; those that have begun are a batch; all batches but
  // so many have been waited for; the barrier's phase ends after what has begun; a thread has seen the phase end.
  virtual void copy_begins(const Thread&, std::uintptr_t /*address*/, std::uint32_t /*bytes*/, std::uintptr_t /*pc*/) {}
  virtual void copies_committed(const Thread&) {}
  virtual void copies_awaited(const Thread&, std::size_t /*but*/) {}
  virtual void copies_bound(const Thread&, const void* /*barrier*/, bool /*phase*/) {}
  virtual void phase_awaited(const Thread&, const void* /*barrier*/, bool /*phase*/) {}
  // The asynchronous proxy: a thread makes its writes known to it; it begins to read for the thread; what has begun is a group; all groups
  // but so many have been waited for. A box of a tensor, and a matrix, lie in shared memory with their swizzle.
  virtual void proxy_fence(const Thread&) {}
  virtual void read_begins(const Thread&, std::uintptr_t /*address*/, std::uint32_t /*bytes*/, std::uintptr_t /*pc*/, ProxyWork) {}
  virtual void reads_committed(const Thread&, ProxyWork) {}
  virtual void reads_awaited(const Thread&, ProxyWork, std::size_t /*but*/) {}
  virtual void tile_copied(const Thread&, std::uintptr_t /*address*/, std::size_t /*bytes*/, Swizzle, std::uintptr_t /*pc*/) {}
  virtual void tile_read(const Thread&, std::uintptr_t /*address*/, std::size_t /*bytes*/, Swizzle, std::uintptr_t /*pc*/) {}
  // A thread orders its registers before the products to come; it lends registers to a product, at these places of its stack; it uses its
  // stack, once some have been lent.
  virtual void registers_fenced(const Thread&) {}
  virtual void register_lent(const Thread&, std::uintptr_t /*place*/, std::uintptr_t /*pc*/) {}
  virtual void stack_access(const Thread&, const Access&) {}
  // A thread has seen a phase of an mbarrier end, by its parity.
  virtual void parity_awaited(const Thread&, const MbarrierPhase&, std::uintptr_t /*pc*/) {}
  // At a barrier of the cluster, counted from 0: a thread arrives; it goes on. Without a thread: all of the block do, and have met.
  virtual void cluster_arrives(const Block&, const Thread*, unsigned /*phase*/) {}
  virtual void cluster_goes_on(const Block&, const Thread*, unsigned /*phase*/) {}
  virtual void grid_barrier(const Launch&) {}                        // every block has arrived; all stand still
  virtual void thread_stops(const Thread&) {}                        // for what it was about to do: its last access was refused
  virtual void block_ends(const Block&) {}                           // not where the kernel was stopped in it
  virtual void cluster_ends(const Block&) {}                         // the block, and after it all others of its cluster
  virtual void launch_ends(const Launch&) {}
  // What calls of the host do to memory, when their turn in their stream has come, and before it happens. Told to every check, whether
  // accesses are announced or not.
  virtual void memory_copied(const Area& /*to*/, const Area& /*from*/, const HostCall&) {}
  virtual void memory_set(const Area&, const HostCall&) {}
  virtual void memory_freed(const Allocation&, FreedBy) {}
  virtual void program_ends() {}                                     // without an error so far

 protected:
  ~Check() = default;                // has nothing to do: kernels may still run when static objects have been destroyed
};

// What says at once of most plain accesses that no check minds them, and has remembered what the checks would: by whether it writes, and by
// the logarithm of its bytes, 1 to 16 at a multiple of their number. An access of which it does not say so goes to the checks.
struct FastPath {
  using Handles = bool (*)(const Thread&, std::uintptr_t address, std::uintptr_t pc);
  Handles handles[2][5] = {};
};

// Asked before the checks, while exactly these hear of such accesses.
void handle_by(const FastPath&, std::vector<const Check*> instead_of);

// Adds a check behind those that are there, or takes one away. A launch that runs ends first.
void add_check(Check&);
void remove_check(Check&);

// Follows each thread through the code, in the thread's own order. Calls come from instrumented code alone.
class PathListener {
 public:
  virtual ~PathListener() = default;
  virtual void enters(const Thread&, std::uintptr_t pc) = 0;    // a basic block, which begins at pc
  virtual void calls(const Thread&, std::uintptr_t pc) = 0;     // a function, which will return to pc
  virtual void returns(const Thread&) = 0;
};

// One follows at most; nullptr: none. A launch that runs ends first.
void follow(PathListener*);

// Hears what the host's code, as far as it is instrumented, does to memory while work of the devices is pending.
class HostListener {
 public:
  virtual ~HostListener() = default;
  virtual void host_accesses(const Access&) = 0;
};
void listen_to_host(HostListener&);

}  // namespace loom
