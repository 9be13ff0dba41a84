"""Compiles a program that its chapter says the compiler refuses: refused TEXT COMPILER ARGUMENT...

The compiler must fail, and TEXT must stand in its message.
"""
import subprocess
import sys


def main(arguments: list[str]) -> None:
    text, *command = arguments
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout, end="", flush=True)
    if done.returncode == 0:
        sys.exit("the compiler accepts this program, and its chapter says it does not compile")
    if done.returncode < 0:
        sys.exit(f"the compiler was killed by signal {-done.returncode}")
    if text not in done.stdout:
        sys.exit(f"the compiler refuses this program, but its message does not say \"{text}\"")
