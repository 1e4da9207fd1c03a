#!/usr/bin/env bash
# The check finds what is planted, and only that. Usage: check_commands_test.sh CHECK_COMMANDS.PY
set -euo pipefail
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/docs/guides" "$root/docs/tools" "$root/scripts" "$root/testbench/bench" "$root/bin"
echo '{"configurePresets": [{"name": "release"}]}' >"$root/CMakePresets.json"
# shellcheck disable=SC2016  # CMake's variable
printf '%s\n' 'add_executable(my_bench my_bench.cpp)' 'add_test(NAME my.${name} COMMAND my_bench)' >"$root/testbench/bench/CMakeLists.txt"
echo 'app.add_option("--case", only);' >"$root/testbench/bench/my_bench.cpp"
printf '#!/bin/sh\n# --list\n' >"$root/scripts/mine"
chmod +x "$root/scripts/mine"
cat >"$root/bin/netloom" <<'END'
#!/usr/bin/env bash
case "$*" in
  --help-all) printf 'A program\nUsage: netloom COMMAND\n\nCommands:\n  repro  Runs\n  run    Simulates\n\nOptions:\n  --version  Prints\n' ;;
  "run --help-all") printf 'Usage: netloom run\n\nResults:\n  --json FILE          Writes\n  -o, --output FILE.so  Writes\n' ;;
  "repro --help-all") printf 'Usage: netloom repro\n' ;;
  "repro list") printf 'fig-1  A figure\n' ;;
  *) exit 2 ;;
esac
END
sed 's/  run    Simulates/&\\n  matrix  Tries/; s/"run --help-all"/"run --help-all" | "matrix --help-all"/' "$root/bin/netloom" \
  >"$root/bin/testbench"
chmod +x "$root/bin/netloom" "$root/bin/testbench"
look() {
  python3 "$check" "$root" "$root/bin/netloom" "$root/bin/testbench" guides/run
}
reset() {
  printf '# A project\n\n`netloom run CONFIG --json FILE`, `netloom … | head`\n' >"$root/README.md"
  printf '```console\n$ A=1 netloom run a.yaml --json a.json | head -n 1  # --text\nit says --this\n```\n' \
    >"$root/docs/guides/run.md"
  cat >"$root/docs/guides/other.md" <<'END'
```sh
netloom --version && netloom run -o a.so --output b.so
netloom repro fig-1
build/release/testbench/netloom matrix --json FILE
scripts/mine --list
cmake --preset release && cmake --build --preset release --target my_bench
build/release/testbench/bench/my_bench --case x   # text
```
END
  cat >"$root/docs/tools/not_run.txt" <<'END'
# What it is.

docs/guides/other.md
  netloom --version && netloom run -o a.so --output b.so
  netloom repro fig-1
    run by my.bench: and how
  build/release/testbench/netloom matrix --json FILE
  scripts/mine --list
  cmake --preset release && cmake --build --preset release --target my_bench
  build/release/testbench/bench/my_bench --case x
    Hours, because
    it is long.
END
}
reset
look | grep -qx '13 commands on 3 pages'

expect() { # WHAT THE CHECK SAYS
  local said
  if said=$(look 2>&1); then
    echo "nothing was found instead of: $*"
    exit 1
  fi
  [[ $said == "$1" ]] || { printf 'instead of: %s\n%s\n' "$1" "$said"; exit 1; }
  reset
}
planted() { # COMMAND WHAT-IS-WRONG: in a block of its own at the end of a page, with a reason why it is not run
  printf '  %s\n    Hours.\n' "$(tr -d '\\\n' <<<"$1")" >>"$root/docs/tools/not_run.txt"
  printf '```sh\n%s\n```\n' "$1" >>"$root/docs/guides/other.md"
  expect "docs/guides/other.md:10: $2"
}
planted 'netloom rn a.yaml' "'rn' is not a command of netloom"
planted 'netloom matrix' "'matrix' is not a command of netloom"
planted 'netloom run a.yaml --jsn a.json' "'--jsn' is not an option of netloom run"
planted 'true; netloom run \
  a.yaml --jsn a.json' "'--jsn' is not an option of netloom run"
planted 'netloom run -x' "'-x' is not an option of netloom run"
planted 'netloom repro fig-2' "'fig-2' is not an experiment"
planted 'scripts/yours' 'there is no script scripts/yours'
planted 'scripts/mine --lis' "'--lis' is not an option of scripts/mine"
planted 'cmake --preset debug' "'debug' is not a preset"
planted 'cmake --build --target your_bench' "'your_bench' is not a target"
planted 'build/release/your_bench' 'nothing builds build/release/your_bench'
planted 'build/release/bench/my_bench' 'my_bench is not built in bench'
planted 'build/release/testbench/bench/my_bench --cas x' "'--cas' is not an option of testbench/bench"
printf '`netloom run CONFIG --jsn FILE`\n' >>"$root/README.md"
expect "README.md:4: '--jsn' is not an option of netloom run"
printf '```console\n$ true\n```\n' >>"$root/docs/guides/other.md"
expect 'docs/guides/other.md: no test runs its console blocks'
# Commands of the language sh that nothing runs, for no reason; reasons for nothing.
printf '```sh\n# text\nnetloom repro fig-1 # text\nnetloom   run\n```\n' >>"$root/docs/guides/other.md"
expect "docs/guides/other.md:12: docs/tools/not_run.txt does not say what runs 'netloom run'"
printf '```sh\nnetloom repro fig-1\n```\n' >>"$root/README.md"
expect "README.md:5: docs/tools/not_run.txt does not say what runs 'netloom repro fig-1'"
printf '  netloom run\n    Hours.\n' >>"$root/docs/tools/not_run.txt"
expect "docs/tools/not_run.txt:13: 'netloom run' is not on docs/guides/other.md"
sed -i 's/my\.bench/your.bench/' "$root/docs/tools/not_run.txt"
expect 'docs/tools/not_run.txt:4: there is no test your.bench
docs/tools/not_run.txt:5: there is no test your.bench'
sed -i '/Hours/,$d' "$root/docs/tools/not_run.txt"
expect "docs/guides/other.md:4: docs/tools/not_run.txt:7: neither a test that runs it nor a reason
docs/guides/other.md:5: docs/tools/not_run.txt:8: neither a test that runs it nor a reason
docs/guides/other.md:6: docs/tools/not_run.txt:9: neither a test that runs it nor a reason
docs/guides/other.md:7: docs/tools/not_run.txt:10: neither a test that runs it nor a reason"
