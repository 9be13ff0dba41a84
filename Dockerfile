# Everything that ./weft needs on Debian 12, so that it runs on any machine with Docker or Podman. The book is not in the image: mount its
# folder at /book. README.md has the commands; tests/commands/test_container.py compares the packages with what set-up would install.
#
# Stages: `plain` has loom and no CUDA toolkit; `toolkit` adds NVIDIA's.
ARG DEBIAN=docker.io/library/debian:12-slim
FROM ${DEBIAN} AS plain
# More of Debian's packages, such as clangd for an editor.
ARG MORE=""
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        ca-certificates git python3 \
        doctest-dev g++ meson ninja-build pandoc \
        libboost-context-dev libfftw3-dev libopenblas-dev librandom123-dev \
        fonts-texgyre-math libjs-lunr \
        bible-kjv libopenmpi-dev openmpi-bin \
        ${MORE} \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 --shell /bin/bash reader
ENV LANG=C.UTF-8
USER reader
WORKDIR /book

FROM plain AS toolkit
USER root
# The parts of the toolkit that chapters use, from NVIDIA's repository for Debian 12.
ARG CUDA=13-0
ADD https://developer.download.nvidia.com/compute/cuda/repos/debian12/x86_64/cuda-keyring_1.1-1_all.deb /tmp/keyring.deb
RUN dpkg -i /tmp/keyring.deb && rm /tmp/keyring.deb \
    && apt-get update \
    && apt-get install -y --no-install-recommends \
        cuda-nvcc-${CUDA} cuda-cudart-dev-${CUDA} cuda-cccl-${CUDA} cuda-cuobjdump-${CUDA} cuda-cupti-dev-${CUDA} cuda-nvrtc-dev-${CUDA} cuda-nvtx-${CUDA} \
        libcublas-dev-${CUDA} libcufft-dev-${CUDA} libcurand-dev-${CUDA} libcusparse-dev-${CUDA} \
    && rm -rf /var/lib/apt/lists/*
ENV PATH=/usr/local/cuda/bin:${PATH}
USER reader
