#!/bin/sh
# usage: fuzz.sh [SECONDS | --check]
# Fuzzes what launcher and init decode, SECONDS each (10 unless told). New inputs stay in engines/local/target/fuzz.
# With --check only the exit code says whether that can be done here; it is 77 where it is skipped.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$here/../target/fuzz
seconds=${1:-10}
sanitize=-fsanitize=fuzzer,address,undefined

# Clang may be here without what it links fuzzers with.
can_fuzz() {
    mkdir -p "$work/bin"
    echo 'int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return !data && size; }' |
        clang -x c "$sanitize" - -o "$work/bin/check" 2> /dev/null
}

can_fuzz || {
    [ "$seconds" = --check ] || echo "skipped: the fuzzers (on Debian and Ubuntu: apt-get install clang libclang-rt-dev)"
    exit 77
}
[ "$seconds" != --check ] || exit 0
python3 "$here/fuzz/seeds.py" "$work/corpus"
failed=0
for part in launcher init; do
    clang -std=c11 -g -O1 -Wall -Wextra "$sanitize" -fno-sanitize-recover=all \
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
