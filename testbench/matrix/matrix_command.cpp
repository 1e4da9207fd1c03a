#include <fmt/format.h>

#include <memory>

#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "sim/base/messages.h"
#include "sim/base/process_pool.h"
#include "sim/cli/commands.h"
#include "sim/cli/named_files.h"
#include "sim/cli/options.h"
#include "testbench/matrix/documents.h"
#include "testbench/matrix/matrix.h"
#include "testbench/matrix/plan.h"
#include "testbench/matrix/report.h"

namespace netloom {
namespace {

struct MatrixCommandOptions {
  std::string definition;
  std::string junit;
  std::string folder;  ///< of the documents
  MatrixOptions matrix;
};

MatrixDefinition definition_of(const std::string& path) {
  if (path.empty()) return parse_matrix_definition(matrix_definition_text(), "definition.yaml");
  return parse_matrix_definition(read_text(path), path);
}

int matrix(MatrixCommandOptions options) {
  NamedFiles files;
  if (!options.definition.empty()) files.add_inputs({{"--definition", options.definition}});
  files.add_output("--junit", options.junit);
  const MatrixDefinition definition = definition_of(options.definition);
  if (!options.folder.empty()) {
    make_folder(options.folder);
    for (const std::string& name :
         matrix_document_names(plan_matrix(definition, options.matrix.only).combinations)) {
      files.add_output("--document", options.folder + '/' + name);
    }
  }
  std::string command = "build/release/testbench/netloom matrix --document FOLDER";
  if (!options.definition.empty()) command += " --definition " + options.definition;
  if (!options.matrix.only.empty()) command += " --only " + options.matrix.only;
  options.matrix.progress = stderr_is_terminal();
  const MatrixResult result = run_matrix(definition, options.matrix);
  Outputs outputs;
  outputs.print(matrix_text(result));
  outputs.write(options.junit, [&] { return matrix_junit(result); });
  if (!options.folder.empty()) {
    outputs.attempt([&] {
      for (const auto& [name, text] : matrix_documents(result, command)) {
        write_file(options.folder + '/' + name, text);
      }
    });
  }
  if (result.green()) return outputs.status(kSuccess);
  print_error(fmt::format("the matrix is not green: {} combinations are red, {} things forgotten",
                          result.count(Outcome::Status::kRed), result.problems.size()));
  return outputs.status(kFailure);
}

void add_matrix(Command& program) {
  Command command =
      program.add_command("matrix", "Checks and runs what can be combined, in small networks");
  auto options = std::make_shared<MatrixCommandOptions>();
  options->matrix.jobs = default_jobs();
  command.option("--junit", options->junit, "Writes the results in JUnit's format")
      .type_name("FILE");
  command
      .option("--document", options->folder,
              "Writes the matrix as pages: an overview, one for each topology, and a table of all "
              "combinations as CSV")
      .type_name("FOLDER");
  command
      .option("--only", options->matrix.only,
              "Only combinations with this in their name, "
              "TOPOLOGY/FUNCTION/POLICY/SWITCHING[/VARIANT]")
      .type_name("TEXT");
  command
      .option("--definition", options->definition,
              "Small networks and expectations of one's own, in the place of "
              "testbench/matrix/definition.yaml")
      .type_name("FILE");
  command.option("--jobs", options->matrix.jobs, "Checks and runs at a time")
      .type_name("NUMBER")
      .whole_number(1, kMostJobs)
      .show_default();
  command.examples({"netloom matrix --only mesh/dor"});
  command.run([options] { return matrix(*options); });
}

const CommandRegistry::Registration kRegistration("matrix", {add_matrix});

}  // namespace
}  // namespace netloom
