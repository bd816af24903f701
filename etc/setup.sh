# shellcheck shell=bash
# Sourced by ./run and ./test: finds what the project needs on this machine, installs what is missing from the
# distribution's packages where it may, and otherwise prints the exact command and stops.
# The variable root is the project's folder.
: "${root:?}"
packages_log=$root/.run/packages.log

if [ -t 2 ] && [ -z "${NO_COLOR-}" ]; then
    # shellcheck disable=SC2034 # the scripts that source this use them
    bold=$'\e[1m' dim=$'\e[2m' red=$'\e[31m' green=$'\e[32m' plain=$'\e[0m'
else
    # shellcheck disable=SC2034
    bold='' dim='' red='' green='' plain=''
fi

say() { printf '%s\n' "${dim}·${plain} $*" >&2; }

die() {
    printf '%s\n' "${red}✗${plain} $*" >&2
    exit 1
}

# --- what is needed --------------------------------------------------------------------------------------------------

# Sets JAVA_HOME to a JDK of version 17 or later. Reads files only: starting a JVM to ask costs more than the rest.
find_jdk() {
    local home found
    found=$(command -v javac || true)
    for home in "${JAVA_HOME-}" "${found:+$(dirname "$(dirname "$(readlink -f "$found")")")}" /usr/lib/jvm/*; do
        if [ -n "$home" ] && [ -x "$home/bin/javac" ] && [ "$(jdk_version "$home")" -ge 17 ]; then
            export JAVA_HOME=$home
            return 0
        fi
    done
    return 1
}

jdk_version() {
    local version
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null)
    echo "${version:-0}"
}

# A sandbox of a root JVM runs as a user of its own: an interpreter under root's home does not count.
find_interpreter() {
    local path
    for path in $(type -aP "$1") "/usr/bin/$1"; do
        if [ ! -x "$path" ]; then
            continue
        elif [ "$(id -u)" -ne 0 ] || ! command -v setpriv >/dev/null; then
            return 0
        elif (cd / && setpriv --reuid=65534 --regid=65534 --clear-groups "$path" --version) >/dev/null 2>&1; then
            return 0
        fi
    done
    return 1
}

can_link_statically() {
    command -v gcc >/dev/null && [ -e "$(gcc -print-file-name=libc.a)" ] && [ -e /usr/include/linux/seccomp.h ]
}

# missing thorough|quick: the words of what is missing, one a line.
missing() {
    find_jdk || echo jdk
    if [ "$1" = quick ]; then
        command -v node >/dev/null || echo node
        command -v python3 >/dev/null || echo python
        command -v bwrap >/dev/null || echo bubblewrap
        return
    fi
    find_interpreter node || echo node
    find_interpreter python3 || echo python
    command -v bwrap >/dev/null || echo bubblewrap
    command -v gcc >/dev/null || echo compiler
    ! command -v gcc >/dev/null || can_link_statically || echo libc
}

# --- where it comes from ---------------------------------------------------------------------------------------------

package_manager() {
    local manager
    for manager in apt-get dnf apk pacman; do
        if command -v "$manager" >/dev/null; then
            echo "$manager"
            return
        fi
    done
}

# package_of MANAGER WORD: the package's name. An Ubuntu or Debian release has some JDKs and not others.
package_of() {
    case "$1:$2" in
        apt-get:jdk)
            local jdk
            for jdk in openjdk-21-jdk-headless openjdk-17-jdk-headless openjdk-25-jdk-headless; do
                if apt-cache show "$jdk" >/dev/null 2>&1; then
                    echo "$jdk"
                    return
                fi
            done
            echo default-jdk-headless
            ;;
        dnf:jdk) echo java-latest-openjdk-devel ;;
        apk:jdk) echo openjdk21-jdk ;;
        pacman:jdk) echo jdk-openjdk ;;
        *:node) echo nodejs ;;
        pacman:python) echo python ;;
        *:python) echo python3 ;;
        *:bubblewrap) echo bubblewrap ;;
        apt-get:compiler) echo gcc libc6-dev ;;
        dnf:compiler) echo gcc glibc-static ;;
        apk:compiler) echo gcc musl-dev linux-headers ;;
        pacman:compiler) echo gcc linux-api-headers ;;
        apt-get:libc) echo libc6-dev ;;
        dnf:libc) echo glibc-static kernel-headers ;;
        apk:libc) echo musl-dev linux-headers ;;
        pacman:libc) echo glibc linux-api-headers ;;
    esac
}

install_command() {
    case "$1" in
        apt-get) echo "apt-get install -y --no-install-recommends" ;;
        dnf) echo "dnf install -y" ;;
        apk) echo "apk add" ;;
        pacman) echo "pacman -S --needed --noconfirm" ;;
    esac
}

# Prints the prefix that makes a command run as root: nothing, or sudo that does not ask. Fails where there is neither.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        echo ''
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        echo 'sudo -n'
    else
        return 1
    fi
}

refresh_packages() {
    if [ "$1" = apt-get ] && [ -z "${packages_are_fresh-}" ]; then
        say "Asking the distribution for its list of packages"
        # shellcheck disable=SC2086 # nothing, or a command with its arguments
        logged $2 apt-get update || {
            say "That failed; trying once more"
            # shellcheck disable=SC2086
            logged $2 apt-get update || say "It failed again; going on with the list that is here"
        }
        packages_are_fresh=yes
    fi
}

# install_packages MANAGER PREFIX PACKAGE…
install_packages() {
    local manager=$1 prefix=$2
    shift 2
    say "Installing ${bold}$*${plain} from the distribution's packages, which takes a minute or two"
    # shellcheck disable=SC2046,SC2086 # commands with their arguments
    logged $prefix env DEBIAN_FRONTEND=noninteractive $(install_command "$manager") "$@" || {
        tail -15 "$packages_log" >&2
        return 1
    }
}

# Runs a command of the package manager, which says much, with no one to answer it.
logged() {
    mkdir -p "$root/.run"
    "$@" </dev/null >>"$packages_log" 2>&1
}

# --- the two ways in -------------------------------------------------------------------------------------------------

# Makes sure that everything is there, or stops with what to do.
#
# set_up thorough|quick: quick looks only whether the programs are there.
set_up() {
    local words word names manager prefix packages=()
    readarray -t words < <(missing "$1")
    if [ ${#words[@]} -eq 0 ]; then
        find_jdk
        return
    fi
    [ "$(uname -s)" = Linux ] || die "The local engine isolates with the Linux kernel. This is $(uname -s): use a Linux machine, a virtual machine, or a container (docs/install.md)."
    manager=$(package_manager)
    if [ -z "$manager" ]; then
        die "Missing: ${words[*]}. Install a JDK 17 or later, Node.js, Python 3, bubblewrap, gcc and a static libc, then try again (docs/install.md)."
    fi
    if prefix=$(as_root); then
        refresh_packages "$manager" "$prefix"
    fi
    for word in "${words[@]}"; do
        read -ra names <<<"$(package_of "$manager" "$word")"
        packages+=("${names[@]}")
    done
    if ! prefix=$(as_root); then
        prefix=$(! command -v sudo >/dev/null || echo 'sudo ')
        die "Missing: ${words[*]}. Run this$([ -n "$prefix" ] || echo " as root") and try again:

    ${bold}$([ "$manager" != apt-get ] || echo "${prefix}apt-get update && ")$prefix$(install_command "$manager") ${packages[*]}${plain}"
    fi
    install_packages "$manager" "$prefix" "${packages[@]}" || die "The packages could not be installed; all that was said is in .run/packages.log."
    hash -r
    readarray -t words < <(missing "$1")
    [ ${#words[@]} -eq 0 ] || die "Still missing after the installation: ${words[*]}. See docs/install.md."
    find_jdk
}

# Prints the Maven to use: an installed one that is recent enough, else the wrapper, which brings its own.
maven() {
    local version
    version=$(mvn -v 2>/dev/null | sed -n 's/^.*Apache Maven \([0-9.]*\).*/\1/p')
    if [ -n "$version" ] && [ "$(printf '%s\n' 3.8.6 "$version" | sort -V | head -1)" = 3.8.6 ]; then
        echo mvn
    else
        echo "$root/mvnw"
    fi
}
