#!/bin/bash
# build.sh - the libFuzzer targets, as OSS-Fuzz and ClusterFuzzLite want them and as Tests/Fuzz/run uses them.
#
# Into the folder $OUT come, for each entry NAME of FuzzEntry.all, the program NAME (one program with many names), its
# dictionary NAME.dict, its options NAME.options and the inputs to begin from, seeds/NAME/. They are made of Vectors/.
#
#   OUT             the folder; it is made
#   SANITIZER       address (unless said otherwise), thread, undefined or coverage
#   FUZZ_BUILD      where the package is built; .build/fuzz/build of the checkout
#   SWIFTFLAGS_MORE more arguments for `swift build`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
: "${OUT:?OUT names no folder for the targets}"
build=${FUZZ_BUILD:-$PWD/.build/fuzz/build}
command -v swift >/dev/null || { echo "build.sh: no swift on PATH" >&2; exit 2; }

# `--sanitize fuzzer --sanitize address` would lose what is known of the coverage, so that the second one is for the compiler.
flags=(-c release --product FTPFuzzTargets --scratch-path "$build" --sanitize fuzzer)
case ${SANITIZER:-address} in
  coverage) flags+=(-Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping) ;;
  *) flags+=(-Xswiftc "-sanitize=fuzzer,${SANITIZER:-address}") ;;
esac
# shellcheck disable=SC2206
flags+=(${SWIFTFLAGS_MORE:-})
# What the program holds when it ends by itself is no leak.
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
# Reports and baselines of our own, beside the few in the table.
cp Tests/FTPConformanceTests/Goldens/*.json "$OUT/seeds/reports"
cp Tests/Interop/baselines/*.txt "$OUT/seeds/baselines" 2>/dev/null || true
