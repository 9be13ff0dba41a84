#include "runtime/install_checks.hpp"

#include "checks/checks.hpp"

namespace loom::runtime {

void install_checks() {
  static const bool installed = [] {
    for (Check* const check : {&alignment_check(), &bounds_check(), &initialised_check(), &race_check(), &barrier_check(), &mask_check(),
                               &leak_check(), &host_order_check(), &cluster_lifetime_check(), &host_addresses_check(),
                               &lent_registers_check(), &mbarrier_check()})
      add_check(*check);
    handle_by(fast_path_of_checks(), {&bounds_check(), &initialised_check(), &race_check()});
    return true;
  }();
  static_cast<void>(installed);
}

}  // namespace loom::runtime
