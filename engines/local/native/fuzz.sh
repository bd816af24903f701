#!/bin/sh
# usage: fuzz.sh [SECONDS]
# Fuzzes what launcher and init decode, SECONDS each (10 unless told). New inputs stay in engines/local/target/fuzz.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$here/../target/fuzz
seconds=${1:-10}

if ! command -v clang > /dev/null; then
    echo "skipped: the fuzzers (no clang; on Debian and Ubuntu: apt-get install clang)"
    exit 0
fi
mkdir -p "$work/bin"
python3 "$here/fuzz/seeds.py" "$work/corpus"
failed=0
for part in launcher init; do
    clang -std=c11 -g -O1 -Wall -Wextra -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
        "$here/fuzz/${part}_fuzz.c" "$here/src/${part}_frames.c" "$here/src/frame.c" -o "$work/bin/$part"
    echo "fuzzing the frames of the $part for $seconds s"
    if ! "$work/bin/$part" -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
        -print_final_stats=1 -artifact_prefix="$work/$part-" "$work/corpus/$part" > "$work/$part.log" 2>&1; then
        cat "$work/$part.log"
        failed=1
    fi
    grep -E 'number_of_executed_units' "$work/$part.log" || :
done
exit $failed
