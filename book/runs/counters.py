def counters_of(*a): return {}
