#!/bin/bash
# build.sh - build the libFuzzer targets, in the form that OSS-Fuzz, ClusterFuzzLite and Tests/Fuzz/run expect.
#
# For each parser NAME of FuzzedParser.all, the folder $OUT gets the program NAME (one program under many names), its
# dictionary NAME.dict, its options NAME.options, and the initial inputs seeds/NAME/, which are made from Vectors/.
#
#   OUT             the folder, which is created
#   SANITIZER       address (the default), thread, undefined or coverage
#   FUZZ_BUILD      where the package is built; by default .build/fuzz/build of the checkout
#   SWIFTFLAGS_MORE more arguments for `swift build`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${OUT:?OUT names no folder for the targets}"
build=${FUZZ_BUILD:-$PWD/.build/fuzz/build}
command -v swift >/dev/null || { echo "build.sh: no swift on PATH" >&2; exit 2; }

# `--sanitize fuzzer --sanitize address` would lose the coverage, so the second sanitizer is passed to the compiler.
flags=(-c release --product FTPFuzzTargets --scratch-path "$build" --sanitize fuzzer)
case ${SANITIZER:-address} in
  coverage) flags+=(-Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping) ;;
  *) flags+=(-Xswiftc "-sanitize=fuzzer,${SANITIZER:-address}") ;;
esac
# shellcheck disable=SC2206
flags+=(${SWIFTFLAGS_MORE:-})
# Memory that the program still holds when it ends is not a leak.
export FTPRAW_FUZZ=1 SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
swift build "${flags[@]}" >&2
program=$(swift build "${flags[@]}" --show-bin-path)/FTPFuzzTargets

mkdir -p "$OUT"
OUT=$(cd "$OUT" && pwd)
rm -rf "$OUT/seeds"
cp -f "$program" "$OUT/.program"
"$OUT/.program" --list | while read -r name longest; do
  mkdir -p "$OUT/seeds/$name"
  ln -f "$OUT/.program" "$OUT/$name"
  printf '[libfuzzer]\nmax_len = %s\ntimeout = 25\n' "$longest" >"$OUT/$name.options"
done
rm "$OUT/.program"
find Vectors -name '*.ftpv' -o -path 'Vectors/fuzz/*' -type f | sort | xargs "$OUT/replies" --seeds "$OUT/seeds"
mv "$OUT"/seeds/*.dict "$OUT"
find "$OUT" -maxdepth 1 -name '*.dict' -empty -delete
# The project's own reports and baselines, in addition to the few in the table.
cp Tests/FTPConformanceTests/Goldens/*.json "$OUT/seeds/reports"
cp Tests/Interop/baselines/*.txt "$OUT/seeds/baselines" 2>/dev/null || true
