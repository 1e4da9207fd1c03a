#include "sim/cli/help.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include "routing/base/joined.h"
#include "routing/base/number_from.h"
#include "rtl/rtl_folders.h"
#include "sim/base/text_columns.h"

namespace netloom {
inline namespace sim {
namespace {

/// The names column of a longer name is on a line of its own.
constexpr std::size_t kMostNameColumns = 24;
constexpr std::size_t kLeastColumns = 60;

/// A name and what it means.
using Entry = std::pair<std::string, std::string>;

bool is_flag(const CLI::Option& option) {
  return option.get_items_expected_max() == 0;
}

/// What stands for the value of an option: its type's name, without what the validators add.
std::string value_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

/// The values of an option that has few: "a, b or c"; else empty.
std::string choices_text(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find(":{");
  const std::size_t end = type.rfind('}');
  if (begin == std::string::npos || end == std::string::npos) return "";
  std::string text;
  for (const char c : type.substr(begin + 2, end - begin - 2)) {
    text += c == ',' ? std::string(", ") : std::string(1, c);
  }
  return text;
}

std::string names_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_single_name();
  std::string text;
  for (const std::string& name : option.get_snames()) text += "-" + name + ", ";
  text += "--" + option.get_lnames().front();
  if (!is_flag(option)) text += " " + value_name(option);
  return text;
}

std::string meaning_of(const CLI::Option& option) {
  std::string text = option.get_description();
  if (const std::string choices = choices_text(option); !choices.empty()) text += ": " + choices;
  std::string by_default = option.get_default_str();
  // A list has brackets.
  if (!by_default.empty() && by_default.front() == '[') {
    by_default = by_default.substr(1, by_default.size() - 2);
  }
  if (!is_flag(option) && !by_default.empty()) text += " (default: " + by_default + ")";
  return text;
}

/// Breaks a text into lines of at most so many columns.
std::vector<std::string> wrapped(const std::string& text, std::size_t columns) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::string& line = lines.back();
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > columns) {
      lines.push_back(word);
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return lines;
}

std::string entries_text(const std::vector<Entry>& entries, std::size_t names,
                         std::size_t columns) {
  std::string text;
  for (const auto& [name, meaning] : entries) {
    std::string line = "  " + name;
    if (columns_of(line) > names) {
      text += line + '\n';
      line.clear();
    }
    for (const std::string& part : wrapped(meaning, columns - names - 2)) {
      line += std::string(names + 2 - columns_of(line), ' ') + part;
      text += line + '\n';
      line.clear();
    }
  }
  return text;
}

/// The folder of what examples name as examples/NAME: that of an installed program; else examples,
/// in the root of the repository.
std::string examples_folder() {
  const std::string installed = installed_folder("share/netloom/examples");
  std::error_code failure;
  return is_installed() && std::filesystem::is_directory(installed, failure) ? installed
                                                                             : "examples";
}

/// An example as it can be typed: with the files where they are.
std::string with_files(std::string line, const std::string& folder) {
  const std::string named = " examples/";
  for (std::size_t at = line.find(named); at != std::string::npos; at = line.find(named, at)) {
    line.replace(at, named.size(), " " + folder + "/");
    at += folder.size() + 2;
  }
  return line;
}

/// The lines of an example; one that is too long goes on in the next line, as a shell reads it.
std::string example_text(const std::string& line, std::size_t columns) {
  std::string text;
  for (const std::string& part : wrapped(line, columns - 6)) {
    text += text.empty() ? "  " + part : " \\\n    " + part;
  }
  return text;
}

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A line that says that there are examples, and at most so many lines of them, but the first one
/// in any case.
std::string examples_text(const std::string& footer, std::size_t columns, std::size_t most_lines) {
  const std::string folder = examples_folder();
  std::istringstream lines(footer);
  std::string text;
  std::getline(lines, text);
  text += '\n';
  bool is_first = true;
  for (std::string line; std::getline(lines, line);) {
    line = with_files(line, folder);
    const std::string example =
        (columns_of(line) <= columns ? line : example_text(line, columns)) + '\n';
    if (!is_first && count_lines(text + example) > most_lines) break;
    text += example;
    is_first = false;
  }
  return text;
}

using Group = std::pair<std::string, std::vector<Entry>>;

Group& group_called(std::vector<Group>& groups, const std::string& title) {
  for (Group& each : groups) {
    if (each.first == title) return each;
  }
  return groups.emplace_back(title, std::vector<Entry>{});
}

/// The options of a command by their groups, in the order of the first of each.
std::vector<std::vector<const CLI::Option*>> grouped(const std::vector<const CLI::Option*>& all) {
  std::vector<std::vector<const CLI::Option*>> groups;
  for (const CLI::Option* option : all) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& each) {
      return each.front()->get_group() == option->get_group();
    });
    group == groups.end() ? groups.push_back({option}) : group->push_back(option);
  }
  return groups;
}

class HelpFormat final : public CLI::Formatter {
 public:
  void mark_rare(const CLI::Option* option) { rare_.insert(option); }

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    const std::size_t columns = help_columns();
    const bool has_parent = app->get_parent() != nullptr;
    std::vector<const CLI::Option*> positionals;
    std::vector<const CLI::Option*> options;
    bool has_rare = false;
    for (const CLI::Option* option : app->get_options([](const CLI::Option*) { return true; })) {
      if (option->get_positional()) {
        positionals.push_back(option);
      } else if (option != app->get_help_all_ptr() &&
                 !(has_parent && option == app->get_help_ptr())) {  // it has been found
        options.push_back(option);
        has_rare = has_rare || is_rare(option);
      }
    }
    const bool is_short = has_rare && mode != CLI::AppFormatMode::All;

    std::vector<Group> groups;
    std::vector<Entry> commands;
    for (const CLI::App* each : app->get_subcommands([](const CLI::App*) { return true; })) {
      commands.emplace_back(each->get_name(), each->get_description());
    }
    if (!commands.empty()) groups.emplace_back("Commands", commands);
    std::vector<std::string> left_out;
    // Of the program: a line, so that the commands fit.
    std::string line_of_options;
    for (const auto& group : grouped(options)) {
      for (const CLI::Option* option : group) {
        if (!has_parent) {
          line_of_options += names_of(*option) + "; ";
          continue;
        }
        if (is_short && is_rare(option)) {
          left_out.push_back("--" + option->get_lnames().front());
          continue;
        }
        group_called(groups, is_short ? "Options" : option->get_group())
            .second.emplace_back(names_of(*option), meaning_of(*option));
      }
    }
    std::vector<Entry> arguments;
    for (const CLI::Option* each : positionals) {
      arguments.emplace_back(names_of(*each), meaning_of(*each));
    }

    std::size_t names = 0;
    const auto widen = [&names](const std::vector<Entry>& entries) {
      for (const Entry& each : entries) {
        const std::size_t width = columns_of(each.first) + 2;
        if (width <= kMostNameColumns) names = std::max(names, width);
      }
    };
    widen(arguments);
    for (const Group& group : groups) widen(group.second);

    std::string text;
    const auto add_wrapped = [&](const std::string& paragraph) {
      for (const std::string& line : wrapped(paragraph, columns)) text += line + '\n';
    };
    add_wrapped(app->get_description());
    add_wrapped(usage_text(name, options, positionals, !commands.empty()));
    if (!arguments.empty()) text += '\n' + entries_text(arguments, names, columns);
    for (const auto& [title, entries] : groups) {
      text += '\n' + title + ":\n" + entries_text(entries, names, columns);
    }
    if (!has_parent) {
      text += '\n';
      add_wrapped("Options: " + line_of_options + name + " COMMAND --help says more");
    }
    if (is_short) add_wrapped("--help-all explains also " + joined(left_out));
    if (!app->get_footer().empty()) {
      text += '\n';
      const std::size_t left = kHelpLines - std::min(kHelpLines, count_lines(text));
      text += examples_text(app->get_footer(), columns,
                            mode == CLI::AppFormatMode::All ? std::string::npos : left);
    }
    return text;
  }

 private:
  static std::string usage_text(const std::string& name,
                                const std::vector<const CLI::Option*>& options,
                                const std::vector<const CLI::Option*>& positionals,
                                bool has_commands) {
    std::string text = "Usage: " + name;
    for (const CLI::Option* option : options) {
      const std::string names = names_of(*option);
      if (option->get_required()) text += " " + names.substr(names.find("--"));
    }
    if (!options.empty()) text += " [OPTIONS]";
    for (const CLI::Option* option : positionals) {
      const std::string argument =
          option->get_name() + (option->get_items_expected_max() > 1 ? "..." : "");
      text += option->get_required() ? " " + argument : " [" + argument + "]";
    }
    if (!has_commands) return text;
    return text + (positionals.empty() ? " COMMAND" : " [COMMAND]");
  }

  bool is_rare(const CLI::Option* option) const { return rare_.count(option) > 0; }

  std::set<const CLI::Option*> rare_;
};

}  // namespace

std::size_t help_columns() {
  std::size_t columns = kHelpColumns;
  const char* said = std::getenv("COLUMNS");
  if (const auto number = said != nullptr ? number_from<std::size_t>(said) : std::nullopt) {
    columns = *number;
  } else if (winsize size{}; ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    columns = size.ws_col;
  }
  return std::clamp(columns, kLeastColumns, kHelpColumns);
}

std::shared_ptr<CLI::FormatterBase> help_format() {
  return std::make_shared<HelpFormat>();
}

void mark_rare(CLI::App& command, const std::string& option) {
  const auto format = std::dynamic_pointer_cast<HelpFormat>(command.get_formatter());
  if (format) format->mark_rare(command.get_option(option));
}

}  // namespace sim
}  // namespace netloom
