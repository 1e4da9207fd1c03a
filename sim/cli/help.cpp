#include "sim/cli/help.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

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
  const std::string installed = beside_program("share/netloom/examples");
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

std::string footer_text(const std::string& footer, std::size_t columns) {
  std::string text;
  const std::string folder = examples_folder();
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    line = with_files(line, folder);
    const bool fits = line.rfind("  ", 0) != 0 || columns_of(line) <= columns;
    text += (fits ? line : example_text(line, columns)) + '\n';
  }
  return text;
}

class HelpFormat final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode /*mode*/) const override {
    const std::size_t columns = help_columns();
    std::vector<std::pair<std::string, std::vector<Entry>>> groups;
    std::vector<Entry> positionals;
    std::string usage = "Usage: " + name;
    const std::vector<const CLI::Option*> options =
        app->get_options([](const CLI::Option*) { return true; });
    const auto is_help = [app](const CLI::Option* option) {
      return app->get_parent() != nullptr && option == app->get_help_ptr();
    };
    for (const CLI::Option* option : options) {
      if (is_help(option)) continue;  // it has been found
      const Entry entry{names_of(*option), meaning_of(*option)};
      if (option->get_positional()) {
        positionals.push_back(entry);
        continue;
      }
      auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& each) {
        return each.first == option->get_group();
      });
      if (group == groups.end()) {
        group = groups.insert(groups.end(), {option->get_group(), std::vector<Entry>{}});
      }
      group->second.push_back(entry);
      if (option->get_required()) usage += " " + entry.first.substr(entry.first.find("--"));
    }
    if (!groups.empty()) usage += " [OPTIONS]";
    for (const CLI::Option* option : options) {
      if (!option->get_positional()) continue;
      const std::string text =
          option->get_name() + (option->get_items_expected_max() > 1 ? "..." : "");
      usage += option->get_required() ? " " + text : " [" + text + "]";
    }
    std::vector<Entry> commands;
    for (const CLI::App* each : app->get_subcommands([](const CLI::App*) { return true; })) {
      commands.emplace_back(each->get_name(), each->get_description());
    }
    if (!commands.empty()) {
      usage += " COMMAND";
      groups.insert(groups.begin(), {"Commands", std::move(commands)});
    }

    std::size_t names = 0;
    const auto widen = [&names](const std::vector<Entry>& entries) {
      for (const Entry& each : entries) {
        const std::size_t width = columns_of(each.first) + 2;
        if (width <= kMostNameColumns) names = std::max(names, width);
      }
    };
    widen(positionals);
    for (const auto& group : groups) widen(group.second);

    std::string text;
    for (const std::string& line : wrapped(app->get_description(), columns)) {
      text += line + '\n';
    }
    for (const std::string& line : wrapped(usage, columns)) text += line + '\n';
    if (!positionals.empty()) text += '\n' + entries_text(positionals, names, columns);
    for (const auto& [title, entries] : groups) {
      text += '\n' + title + ":\n" + entries_text(entries, names, columns);
    }
    if (!app->get_footer().empty()) text += '\n' + footer_text(app->get_footer(), columns);
    return text;
  }
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

}  // namespace sim
}  // namespace netloom
