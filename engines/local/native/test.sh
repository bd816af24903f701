#!/bin/sh
# usage: test.sh [part of a test's name]
# All tests of sandbox-native: units here and under emulation, the suite through bubblewrap as root and as an ordinary
# user, both again under sanitizers, and the fuzzers for FUZZ_SECONDS each (10). Ends with "N passed, M failed".
# shellcheck disable=SC2086 # flags and sources are lists of words
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"
export PYTHONDONTWRITEBYTECODE=1
native=$here/../target/native
work=$here/../target/native-test
wanted=${1:-}
passed=0
failed=0
mkdir -p "$work"

# run WHAT COMMAND...: its last line is "N passed, M failed"
run() {
    echo "== $1"
    shift
    "$@" > "$work/log" 2>&1 || :
    cat "$work/log"
    last=$(tail -n 1 "$work/log")
    case $last in
    *" passed, "*" failed")
        passed=$((passed + ${last%% *}))
        last=${last#*, }
        failed=$((failed + ${last%% *}))
        ;;
    *)
        echo "it did not come to its end"
        failed=$((failed + 1))
        ;;
    esac
}

skip() {
    echo "== skipped: $1"
}

suite() {
    SANDBOX_NATIVE=$1 SANDBOX_GUEST=$work/guest SANITIZED=$2 python3 "$here/test/suite.py" "$wanted"
}

pure="src/frame.c src/launcher_frames.c src/init_frames.c src/relay.c src/system.c"
strict="-std=c11 -Wall -Wextra -Werror -O2 -g"
sanitize="-fsanitize=address,undefined -fno-sanitize-recover=all"
cc=${CC:-cc}

sh "$here/build.sh" "$native"
$cc $strict -static "$here/test/guest.c" -o "$work/guest"

$cc $strict "$here/test/unit.c" $pure -o "$work/unit"
run "units" "$work/unit"
if $cc $strict $sanitize "$here/test/unit.c" $pure -o "$work/unit-sanitized" 2> "$work/log"; then
    run "units under sanitizers" "$work/unit-sanitized"
else
    skip "units under sanitizers (the compiler has none: apt-get install gcc or clang with its runtime libraries)"
fi
if [ "$(uname -m)" != x86_64 ]; then
    skip "units under emulation (this machine is not x86-64)"
elif command -v aarch64-linux-gnu-gcc > /dev/null && command -v qemu-aarch64 > /dev/null; then
    aarch64-linux-gnu-gcc $strict -static "$here/test/unit.c" $pure -o "$work/unit-aarch64"
    run "units on aarch64" qemu-aarch64 "$work/unit-aarch64"
    if command -v python3 > /dev/null; then
        run "init on aarch64" python3 "$here/test/emulated.py" qemu-aarch64 "$native/linux-aarch64/sandbox-native"
    else
        skip "init on aarch64 (no Python: apt-get install python3)"
    fi
else
    skip "units on aarch64 (apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)"
fi

if ! command -v bwrap > /dev/null; then
    skip "the suite (no bubblewrap: apt-get install bubblewrap)"
elif ! command -v python3 > /dev/null; then
    skip "the suite (no Python: apt-get install python3)"
else
    case $(uname -m) in
    x86_64) own=x86-64 ;;
    *) own=aarch64 ;;
    esac
    run "suite" suite "$native/linux-$own/sandbox-native" 0
    if $cc $strict $sanitize "$here"/src/*.c "$here/test/sanitizer_options.c" -o "$work/sandbox-native" 2> "$work/log"; then
        run "suite under sanitizers" suite "$work/sandbox-native" 1
    else
        skip "suite under sanitizers (see above)"
    fi
fi

if [ -z "$wanted" ]; then
    echo "== fuzzers"
    code=0
    sh "$here/fuzz.sh" "${FUZZ_SECONDS:-10}" || code=$?
    case $code in
    0) passed=$((passed + 2)) ;;
    77) ;;
    *) failed=$((failed + 1)) ;;
    esac
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
