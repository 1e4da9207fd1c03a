#pragma once

#include <string>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The file of this program, by a name that leads to it even when another one has taken its place:
/// its contents say which build it is, and beside it is what is installed with it.
const std::string& program_file();

/// In a program that has loaded Netloom as a module: the module's file stands for the program.
void set_program_file(const std::string& path);

}  // namespace routing
}  // namespace netloom
