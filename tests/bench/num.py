#!/usr/bin/env python3
"""The sampling engine beside NumPy, GSL and the processor's ceiling, in one run.

usage: num.py BENCH
"""

import os
import subprocess
import sys
import time

# One core for each side: its BLAS would else use all of them.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "BLIS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

D, SAMPLES, N = 64, 2000000, 4096
# Least ratios; more is better.
BUDGETS = {"qk beside NumPy": 10, "normals beside the ceiling": 0.5, "two cores beside one": 1.8,
           "softmax beside NumPy": 1, "RMSNorm beside NumPy": 1, "attention beside NumPy": 1}


def least(run, rounds):
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        run()
        best = min(best, time.process_time() - began)
    return best


def numpy_figures(np):
    rng = np.random.default_rng(1)
    chunk = 20000
    figures = {}

    def dot(kind):
        q = rng.standard_normal((chunk, D), dtype=kind)
        k = rng.standard_normal((chunk, D), dtype=kind)
        np.einsum("ij,ij->i", q, k)

    for kind in (np.float32, np.float64):
        figures["qk_" + kind.__name__] = chunk / least(lambda kind=kind: dot(kind), 15)
        figures["normal_" + kind.__name__] = 1e6 / least(lambda kind=kind: rng.standard_normal(1000000, dtype=kind), 5)
    x = rng.standard_normal(N)

    def softmax(z):
        e = np.exp(z - z.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)

    def many(run):
        for _ in range(200):
            run()

    figures["softmax"] = least(lambda: many(lambda: softmax(x)), 9) / 200
    figures["rmsnorm"] = least(lambda: many(lambda: x / np.sqrt(np.dot(x, x) / N + 1e-6)), 9) / 200
    q, k, v = (rng.standard_normal((N, D)) for _ in range(3))
    figures["attention"] = least(lambda: softmax(q @ k.T * 0.125) @ v, 3)
    return figures


def main():
    out = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout
    ours = {name: float(value) for name, value in (line.split() for line in out.splitlines())}
    ratios = {"two cores beside one": ours["threads_2"] / ours["threads_1"]}
    pairs = 2 * D * ours["qk_samples"]
    for name, value in ours.items():
        print("%-24s %.4g" % (name, value))
    print("%-24s %.4g" % ("normals in qk", pairs))
    ratios["qk beside GSL's ziggurat"] = pairs / ours["gsl_ziggurat"]
    if "ceiling" in ours:
        ratios["normals beside the ceiling"] = pairs / ours["ceiling"]
    else:
        print("no ceiling is measured on this processor")
    try:
        import numpy
    except ImportError:
        print("NumPy is not here (python3-numpy): nothing is put beside it")
    else:
        theirs = numpy_figures(numpy)
        for name, value in theirs.items():
            print("%-24s %.4g" % ("NumPy " + name, value))
        ratios["qk beside NumPy"] = ours["qk_samples"] / max(theirs["qk_float32"], theirs["qk_float64"])
        ratios["softmax beside NumPy"] = theirs["softmax"] / ours["softmax"]
        ratios["RMSNorm beside NumPy"] = theirs["rmsnorm"] / ours["rmsnorm"]
        ratios["attention beside NumPy"] = theirs["attention"] / ours["attention"]
    missed = 0
    for name, ratio in ratios.items():
        budget = BUDGETS.get(name)
        under = budget is not None and ratio < budget
        missed += under
        print("%-28s %7.2f%s%s" % (name, ratio, " (at least %g)" % budget if budget else "", " UNDER" if under else ""))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
