#include "routing/ft2ei/tree_faults.h"

namespace netloom {

std::vector<LinkEnd> links_of_switch(const FatTree& tree, SwitchId switch_id) {
  std::vector<LinkEnd> links;
  const int first = tree.stage(switch_id) == 0 ? tree.k() : 0;
  const int last = has_up_links(tree, switch_id) ? 2 * tree.k() : tree.k();
  for (int port = first; port < last; ++port) {
    links.push_back({switch_id, port});
    links.push_back(reverse_link(tree, {switch_id, port}));
  }
  return links;
}

}  // namespace netloom
