#error "cublas.h is the interface that cuBLAS had before 2010, without handles; include cublas_v2.h, call cublasCreate, and pass the handle first"
