#!/bin/sh
# usage: build.sh OUTPUT_FOLDER
# Compiles sandbox-native for this machine with $CC (default cc) into OUTPUT_FOLDER/linux-<arch>/, and for the other
# architecture where Debian's cross compiler is installed. Does nothing when all is up to date.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=${1:?usage: build.sh OUTPUT_FOLDER}

flags="-std=c11 -Wall -Wextra -Werror -Wshadow -Wconversion -O2 -fPIE -fno-strict-aliasing
-fstack-protector-strong -D_FORTIFY_SOURCE=2 -fno-common -ffunction-sections -fdata-sections"
link_flags="-static-pie -s -Wl,-z,relro,-z,now,-z,noexecstack,--gc-sections"

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

up_to_date() {
    [ -x "$1" ] && [ -z "$(find "$here/src" "$here/build.sh" -type f -newer "$1" | head -n 1)" ]
}

# compile ARCH COMPILER
compile() {
    folder=$output/linux-$1
    binary=$folder/sandbox-native
    if up_to_date "$binary"; then
        return
    fi
    mkdir -p "$folder"
    echo "compiling sandbox-native for $1"
    # shellcheck disable=SC2086
    $2 $flags "$here"/src/*.c -o "$binary.new.$$" $link_flags ||
        fail "compiling sandbox-native for $1 failed. If headers or libc.a are missing: apt-get install gcc libc6-dev"
    mv -f "$binary.new.$$" "$binary"
}

[ "$(uname -s)" = Linux ] || { echo "sandbox-native is for Linux: not compiled here"; exit 0; }
case $(uname -m) in
x86_64 | amd64) own=x86-64 other=aarch64 cross=aarch64-linux-gnu-gcc ;;
aarch64 | arm64) own=aarch64 other=x86-64 cross=x86_64-linux-gnu-gcc ;;
*) fail "sandbox-native runs on x86-64 and aarch64, not on $(uname -m)" ;;
esac
cc=${CC:-cc}
command -v "${cc%% *}" > /dev/null ||
    fail "no C compiler ($cc): sandbox-native cannot be built. On Debian and Ubuntu: apt-get install gcc libc6-dev"
compile "$own" "$cc"
if command -v "$cross" > /dev/null; then
    compile "$other" "$cross"
fi
