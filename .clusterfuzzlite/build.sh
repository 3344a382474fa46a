#!/bin/bash -eu
# build.sh - what ClusterFuzzLite and OSS-Fuzz run in their container: $SRC, $OUT, $WORK and $SANITIZER are theirs.
#
# It puts the symbolizer into $OUT, has Tests/Fuzz/build.sh make the targets, and packs the inputs to begin from.
cd "$SRC/ftpraw"
# Their script sets flags as well; those of Tests/Fuzz/build.sh keep the coverage, which the two sanitizers side by side lose.
. precompile_swift
export FUZZ_BUILD="$WORK/build" SWIFTFLAGS_MORE="--static-swift-stdlib -Xswiftc -static-stdlib"
Tests/Fuzz/build.sh
for folder in "$OUT"/seeds/*/; do
  (cd "$folder" && zip -q -r "$OUT/$(basename "$folder")_seed_corpus.zip" .)
done
rm -rf "$OUT/seeds"
