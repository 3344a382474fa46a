#!/bin/bash -eu
# build.sh - run by ClusterFuzzLite and OSS-Fuzz in their container, which sets $SRC, $OUT, $WORK and $SANITIZER.
#
# Puts the symbolizer into $OUT, builds the targets with Tests/Fuzz/build.sh, and packs the initial inputs.
cd "$SRC/ftpraw"
# Their script also sets flags, but only those of Tests/Fuzz/build.sh keep the coverage with two sanitizers.
. precompile_swift
export FUZZ_BUILD="$WORK/build" SWIFTFLAGS_MORE="--static-swift-stdlib -Xswiftc -static-stdlib"
Tests/Fuzz/build.sh
for folder in "$OUT"/seeds/*/; do
  (cd "$folder" && zip -q -r "$OUT/$(basename "$folder")_seed_corpus.zip" .)
done
rm -rf "$OUT/seeds"
