#!/usr/bin/env python3
"""What loom's cuRAND, cuFFT and cuBLAS do not have is refused at compile time, by a sentence that says what to do instead."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

LOOMCC = os.environ["LOOMCC"]


class Refusals(unittest.TestCase):
    def refuses(self, sentence: str, text: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "program.cu"
            source.write_text(text)
            run = subprocess.run([LOOMCC, "-c", source, "-o", Path(folder) / "program.o"], capture_output=True, text=True, timeout=120)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn(sentence, run.stderr)

    def test_callbacks(self):
        self.refuses("loom's cuFFT has no callbacks: do their work in a kernel before or after the transform",
                     "#include <cufftXt.h>\n"
                     "__device__ cufftReal load(void* in, size_t i, void*, void*) { return static_cast<float*>(in)[i]; }\n"
                     "__device__ cufftCallbackLoadR pointer = load;\n"
                     "int main() {\n"
                     "  cufftHandle plan;\n"
                     "  cufftPlan1d(&plan, 8, CUFFT_R2C, 1);\n"
                     "  cufftCallbackLoadR host;\n"
                     "  cudaMemcpyFromSymbol(&host, pointer, sizeof host);\n"
                     "  cufftXtSetCallback(plan, reinterpret_cast<void**>(&host), CUFFT_CB_LD_REAL, nullptr);\n"
                     "}\n")

    def test_several_gpus(self):
        self.refuses("loom's cuFFT transforms on one GPU: leave out cufftXtSetGPUs and use cufftPlan1d, cufftExecC2C and their kin",
                     "#include <cufftXt.h>\n"
                     "int main() { int gpus[] = {0, 1}; return cufftXtSetGPUs(1, 2, gpus); }\n")

    def test_cublas_without_handles(self):
        self.refuses("include cublas_v2.h, call cublasCreate, and pass the handle first", "#include <cublas.h>\nint main() {}\n")

    def test_states_of_mtgp32(self):
        self.refuses("loom has no MTGP32: use curandStateXORWOW_t",
                     "#include <curand_kernel.h>\n__global__ void draw(curandStateMtgp32* states, unsigned* out) { *out = curand(&states[0]); }\n"
                     "int main() {}\n")

    def test_the_host_side_of_mtgp32(self):
        self.refuses("loom has no MTGP32: use curandStateXORWOW_t", "#include <curand_mtgp32_host.h>\nint main() {}\n")


if __name__ == "__main__":
    unittest.main()
