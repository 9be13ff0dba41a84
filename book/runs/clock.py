class ClockSampler:
    def __enter__(self): return self
    def __exit__(self,*a): pass
    def median(self): return None
