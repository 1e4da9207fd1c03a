#include "routing/base/joined.h"

namespace netloom {
inline namespace routing {

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) {
    if (&word != &words.front()) text += separator;
    text += word;
  }
  return text;
}

}  // namespace routing
}  // namespace netloom
