#include "sim/cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/number_from.h"
#include "sim/cli/help.h"
#include "sim/cli/options.h"
#include "sim/config/check.h"
#include "sim/ranks/job.h"

namespace netloom {
inline namespace sim {
namespace {

void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() == 0) continue;
    option->check(CLI::Validator(
        [](std::string& text) {
          return text.empty() ? std::string("an empty text is not allowed") : std::string();
        },
        ""));
  }
  for (CLI::App* command : app.get_subcommands({})) refuse_empty_values(*command);
}

/// The command that has been named, down to which of its commands, and what it is called.
struct NamedCommand {
  const CLI::App* app;
  std::string name;
};

NamedCommand named_command(const CLI::App& program) {
  NamedCommand result{&program, program.get_name()};
  while (!result.app->get_subcommands().empty()) {
    result.app = result.app->get_subcommands().front();
    result.name += ' ' + result.app->get_name();
  }
  return result;
}

/// "--set KEY.PATH" of "--set KEY.PATH VALUE", which has to be one word; empty: there is none.
std::string set_without_value(const CLI::App& command) {
  for (const char* name : {"--set", "--vary"}) {
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) continue;
    for (const std::string& given : option->results()) {
      if (given.find('=') == std::string::npos) return fmt::format("{} {}", name, given);
    }
  }
  return "";
}

/// What is wrong with the arguments, where CLI11 would say less.
std::string message_of(const CLI::ParseError& error, const NamedCommand& command) {
  std::vector<std::string> unknown = command.app->remaining();
  const bool is_program = command.app->get_parent() == nullptr;
  std::vector<std::string> known;
  for (const CLI::App* each : command.app->get_subcommands({})) known.push_back(each->get_name());
  if (!known.empty() && !unknown.empty() && unknown.front().rfind('-', 0) != 0) {
    return fmt::format("'{}' is not a command{}{}; allowed: {}", unknown.front(),
                       is_program ? "" : " of " + command.name, suggestion(unknown.front(), known),
                       joined(known));
  }
  const bool is_unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  if (!unknown.empty() && (is_unknown || !known.empty())) {
    if (const std::string set = set_without_value(*command.app); !set.empty()) {
      return fmt::format("{}: expected KEY.PATH=VALUE, without a blank; not expected: {}", set,
                         joined(unknown, " "));
    }
    return fmt::format("not expected: {} ({} --help says more)", joined(unknown, " "),
                       command.name);
  }
  if (!known.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return fmt::format("a command is missing; allowed: {} ({} --help says more)", joined(known),
                       command.name);
  }
  return fmt::format("{} ({} --help says more)", error.what(), command.name);
}

template <class Number>
std::optional<Number> number_within(const std::string& text, Number minimum, Number maximum) {
  const std::optional<Number> value = number_from<Number>(text);
  return value && *value >= minimum && *value <= maximum ? value : std::nullopt;
}

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::Validator(
      [words](std::string& text) {
        if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
        return fmt::format("'{}' is not allowed{}; allowed: {}", text, suggestion(text, words),
                           joined(words));
      },
      CLI::IsMember(words).get_description()));
  return *this;
}

Option& Option::whole_number(std::uint64_t minimum, std::uint64_t maximum) {
  option_->transform(CLI::Validator(
      [minimum, maximum](std::string& text) {
        const auto value = number_within(text, minimum, maximum);
        if (!value) {
          return fmt::format("'{}' is not allowed; allowed: an integer from {} to {}", text,
                             minimum, maximum);
        }
        text = std::to_string(*value);  // without zeros before it, which mean octal to CLI11
        return std::string();
      },
      fmt::format("{} to {}", minimum, maximum)));
  return *this;
}

Option& Option::decimal_number(double minimum, double maximum) {
  option_->transform(CLI::Validator(
      [minimum, maximum](std::string& text) {
        if (number_within(text, minimum, maximum)) return std::string();
        return fmt::format("'{}' is not allowed; allowed: a number from {} to {}", text, minimum,
                           maximum);
      },
      fmt::format("{} to {}", minimum, maximum)));
  return *this;
}

Option& Option::delimiter(char delimiter) {
  option_->delimiter(delimiter);
  return *this;
}

Option& Option::one_at_a_time() {
  option_->allow_extra_args(false);
  return *this;
}

Option& Option::needs(const Option& other) {
  option_->needs(other.option_);
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Command Command::add_command(const std::string& name, const std::string& meaning) {
  return Command(app_->add_subcommand(name, meaning), chosen_);
}

void Command::require_command() {
  app_->require_subcommand(1);
}

template <class Value>
Option Command::option(const std::string& name, Value& value, const std::string& meaning) {
  return Option(app_->add_option(name, value, meaning));
}

using Name = const std::string&;
template Option Command::option(Name, std::string&, Name);
template Option Command::option(Name, std::vector<std::string>&, Name);
template Option Command::option(Name, int&, Name);
template Option Command::option(Name, std::vector<int>&, Name);
template Option Command::option(Name, std::uint32_t&, Name);
template Option Command::option(Name, std::uint64_t&, Name);
template Option Command::option(Name, std::optional<std::uint64_t>&, Name);
template Option Command::option(Name, std::optional<int>&, Name);
template Option Command::option(Name, double&, Name);
template Option Command::option(Name, std::vector<double>&, Name);

Option Command::flag(const std::string& name, bool& value, const std::string& meaning) {
  return Option(app_->add_flag(name, value, meaning));
}

void Command::group(const std::string& title, const std::vector<std::string>& names) {
  for (const std::string& name : names) app_->get_option(name)->group(title);
}

void Command::rare(const std::vector<std::string>& names) {
  for (const std::string& name : names) mark_rare(*app_, name);
}

void Command::examples(const std::vector<std::string>& lines) {
  app_->footer(
      fmt::format("{}:\n  {}", lines.size() == 1 ? "Example" : "Examples", joined(lines, "\n  ")));
}

void Command::run(Action action) {
  run_by_all([action = std::move(action)] {
    require_one_process();
    return action();
  });
}

void Command::run_by_all(Action action) {
  // A command within this one comes first.
  app_->callback([app = app_, chosen = chosen_, action = std::move(action)] {
    if (app->get_subcommands().empty()) *chosen = action;
  });
}

Action parse_arguments(int argc, char** argv, const std::string& version,
                       const std::function<void(Command&)>& add) {
  CLI::App app("Interconnection-network switches as SystemC hardware, woven into networks",
               "netloom");
  app.formatter(help_format());
  app.set_help_flag("-h,--help", "Prints this help; netloom COMMAND --help says more");
  app.set_help_all_flag("--help-all", "Prints the help with all options");
  app.set_version_flag("--version", "netloom " + version, "Prints the version");
  Action chosen;
  Command program(&app, &chosen);
  add(program);
  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    const int status = app.exit(success, text);
    return [text = text.str(), status] {
      write_output("", text);
      return status;
    };
  } catch (const CLI::ParseError& error) {
    throw Error(message_of(error, named_command(app)));
  }
  return chosen;
}

}  // namespace sim
}  // namespace netloom
