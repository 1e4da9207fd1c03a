"""What Clang's parser needs of the compile commands that CMake writes."""

import re
import shlex


def parser_arguments(command):
    """Include paths, definitions, language and instruction set."""
    arguments = []
    words = shlex.split(command)
    for word, following in zip(words, words[1:] + [""]):
        if re.match(r"-(I|D|U|std=|m)", word):
            arguments.append(word)
        elif word in ("-isystem", "-include"):
            arguments += [word, following]
    return arguments
