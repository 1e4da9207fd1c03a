#include "routing/base/yaml_documents.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>

namespace netloom {
inline namespace routing {
namespace {

/// Takes the events of a text of which only the syntax, and where it begins, is of interest.
class SyntaxCheck : public YAML::EventHandler {
 public:
  /// Of the last document.
  int line() const { return line_; }

  void OnDocumentStart(const YAML::Mark& mark) override { line_ = mark.line + 1; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
  void OnAlias(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
  void OnScalar(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                const std::string& /*value*/) override {}
  void OnSequenceStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/,
                       YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                  YAML::EmitterStyle::value /*style*/) override {}
  void OnMapEnd() override {}

 private:
  int line_ = 1;
};

}  // namespace

YamlDocuments yaml_documents(const std::string& text) {
  YamlDocuments result;
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  SyntaxCheck check;
  while (result.count < 2 && parser.HandleNextDocument(check)) ++result.count;
  result.second_line = std::max(1, check.line());
  result.marked = text.compare(0, 3, "---") == 0 || text.find("\n---") != std::string::npos ||
                  text.find("\n...") != std::string::npos;
  return result;
}

}  // namespace routing
}  // namespace netloom
