#!/usr/bin/env bash
# The comparison finds what is planted, and says what to do. Usage: api_test.sh PYTHON API.PY
set -euo pipefail
python=$1 api=$2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{routing,docs/reference,lib}
echo routing/a.h >"$root/headers"
printf '# Changes\n\n## 0.2.0\n' >"$root/docs/changes.md"
# shellcheck disable=SC2016
printf '# API\n\n## routing\n\n`a.h`\n' >"$root/docs/reference/api.md"
header() { # LINES
  { echo 'namespace netloom { inline namespace routing {'; cat; echo '}}'; } >"$root/routing/a.h"
}
compare() { # VERSION OPTIONS...
  local version=$1
  shift
  "$python" "$api" "$root" "$root/headers" "$version" "$root/list" "$@"
}
expect() { # TEXT VERSION OPTIONS...
  local text=$1
  shift
  if compare "$@" >"$root/said"; then
    echo "nothing was found instead of: $text"
    exit 1
  fi
  grep -qF -- "$text" "$root/said" || { cat "$root/said"; exit 1; }
}
header <<'END'
enum class Colour { kRed, kBlue };
class Base {};
class A : public Base {
 public:
  A();
  virtual ~A();
  int f(int a, double b = 2) const;
  int here() const { return hidden_; }
  int value = 3;
 private:
  int hidden_ = 4;
};
template <class T> T twice(T value);
void free_one(const A& a);
END
compare 0.2.0 --record
grep -qF 'netloom::routing::A::f(int, double): int (int, double) const (1 by default)' "$root/list"
if grep -F hidden_ "$root/list"; then exit 1; fi
compare 0.2.0

# SED: what is changed; TEXT: what is found
while IFS='|' read -r change text; do
  cp "$root/routing/a.h" "$root/kept.h"
  sed -i "$change" "$root/routing/a.h"
  expect "$text" 0.2.0
  expect 'that is at least 0.3.0' 0.2.1
  printf '# Changes\n\n## 0.3.0\n' >"$root/docs/changes.md"
  compare 0.3.0 >/dev/null
  printf '# Changes\n\n## 0.2.0\n' >"$root/docs/changes.md"
  mv "$root/kept.h" "$root/routing/a.h"
done <<'END'
s/void free_one.*//|- netloom::routing::free_one(const netloom::A &)
s/double b = 2/double b/|+ netloom::routing::A::f(int, double): int (int, double) const
s/kRed, //|+ netloom::routing::Colour::kBlue = 0
s/: public Base//|- type netloom::routing::A : 
s/int value = 3/long value = 3/|+ netloom::routing::A::value: long
s/virtual ~A/~A/|- virtual netloom::routing::A::~A()
s/class T> T twice/class T, int n> T twice/|+ netloom::routing::twice(T): T (T) as template < class T , int n > T twice ( T value )
END

# What is private is nobody's, and what is new takes a patch version.
sed -i 's/int hidden_/long hidden_/' "$root/routing/a.h"
compare 0.2.0 >/dev/null
sed -i 's/^void free_one/void another();\n&/' "$root/routing/a.h"
expect 'that is at least 0.2.1' 0.2.0
expect 'docs/changes.md: the first section is of 0.2.0, and not of 0.2.1' 0.2.1

# Pages and libraries.
compare 0.2.0 --record
echo routing/b.h >>"$root/headers"
: >"$root/routing/b.h"
expect 'docs/reference/api.md does not name routing/b.h' 0.2.0
sed -i '$d' "$root/headers"
sed -i 's/`a.h`/& `c.h`/' "$root/docs/reference/api.md"
expect 'docs/reference/api.md names routing/c.h, which is not for users' 0.2.0
sed -i 's/ `c.h`//' "$root/docs/reference/api.md"
cat >"$root/a.cpp" <<'END'
#include "routing/a.h"
namespace netloom { inline namespace routing {
A::A() {}
A::~A() {}
int A::f(int, double) const { return 0; }
void free_one(const A&) {}
void another() {}
}}
END
c++ -std=c++17 -fPIC -shared -I"$root" "$root/a.cpp" -o "$root/lib/libnetloom_routing.so"
compare 0.2.0 --libraries "$root/lib" >/dev/null
sed -i 's/^void another/__attribute__((visibility("hidden"))) &/' "$root/a.cpp"
c++ -std=c++17 -fPIC -shared -I"$root" "$root/a.cpp" -o "$root/lib/libnetloom_routing.so"
expect 'netloom::routing::another(): void (): is in no shared library (_ZN7netloom7routing7anotherEv)' 0.2.0 --libraries "$root/lib"
