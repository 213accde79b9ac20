# Prepares what `run` and `screenshots` both need: a browser, the packages, the command, databases. To be sourced, not run.
# CHROMIUM and NEXSOLVE name a browser and a command to use instead of the ones found and built here.

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../../.." && pwd)"

skip() {
    printf '== SKIPPED: the browser tests did not run: %s\n' "$*" >&2
    exit 0
}

find_chromium() {
    local name
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" && return 0
    done
    return 1
}

# Debian has the browser as a package. On other systems, install one by hand.
install_chromium() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    {
        apt-get update -q || true
        DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -q -y --no-install-recommends chromium || true
    } >&2
    command -v chromium >/dev/null
}

prepare() {
    command -v node >/dev/null && command -v npm >/dev/null || skip "node and npm are not installed"
    [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || skip "node is older than 20"
    CHROMIUM="${CHROMIUM:-$(find_chromium || { install_chromium && find_chromium; } || true)}"
    [ -n "$CHROMIUM" ] && "$CHROMIUM" --version >&2 || skip "no chromium here, and none could be installed"
    if ! (cd "$here" && timeout 180 npm ci --no-audit --no-fund --loglevel=error >&2); then
        skip "npm ci could not fetch the packages"
    fi
    if [ -z "${NEXSOLVE:-}" ]; then
        cargo build --release --manifest-path "$root/Cargo.toml" >&2
        NEXSOLVE="${CARGO_TARGET_DIR:-$root/target}/release/nexsolve"
    fi
    scratch="$(mktemp -d)"
    trap 'rm -rf "$scratch"' EXIT
    local board
    NEXSOLVE_DBS=""
    while read -r board metric; do
        "$NEXSOLVE" generate "$board" --metric "$metric" --out "$scratch/db/${board//:/-}" --quiet >/dev/null
        NEXSOLVE_DBS+="$scratch/db/${board//:/-} "
    done <<'BOARDS'
nex:2x2 dtw
nex:3x3 dtw
hex:3x3 wdl
awari:6 score
draughts:russian:3 wdl
BOARDS
    # A copy, because databases that are open are locked.
    cp -r "$here/own" "$scratch/own"
    export CHROMIUM NEXSOLVE NEXSOLVE_DBS SCRATCH="$scratch"
}
