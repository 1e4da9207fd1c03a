"""The one argument of scripts that measure a program: the folder in which it was built."""

import os
import sys


def build_folder(usage):
    """Its absolute path. Says how the script is used, and ends, if that is asked for; with status 1, if the argument
    is no build folder."""
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(usage)
        sys.exit()
    if len(sys.argv) != 2:
        sys.exit(usage)
    if not os.path.exists(os.path.join(sys.argv[1], "CMakeCache.txt")):
        sys.exit(f"{sys.argv[1]}: no build folder, which has a CMakeCache.txt\n\n{usage}")
    return os.path.abspath(sys.argv[1])
