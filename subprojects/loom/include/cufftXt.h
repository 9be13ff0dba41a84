#pragma once

#error "loom has no cufftXt: neither callbacks nor transforms over several GPUs; transform in one kernel before or after cufftExec… instead"
