#!/bin/sh
# Runs the README's commands, or others, from a clone in a new root of Debian: see README.md.
set -eu

[ $# -ge 4 ] || { echo "use: root.sh FOLDER SUITE root|reader PACKAGES [COMMAND…]" >&2; exit 2; }
folder=$1 suite=$2 user=$3 packages=$4
shift 4
[ $# -gt 0 ] || set -- "./weft book" "./weft test"
project=$(cd "$(dirname "$0")/../.." && pwd)

[ "$(id -u)" = 0 ] || { echo "Making a root takes root: start this through sudo." >&2; exit 1; }
[ ! -e "$folder" ] || { echo "$folder is there already: name a folder that is not, as the root is to be new." >&2; exit 1; }
command -v mmdebstrap > /dev/null || { echo "mmdebstrap is missing. Install it: apt-get install mmdebstrap" >&2; exit 1; }

# The mirror of this machine's own Debian.
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $(. /etc/os-release && echo "$VERSION_CODENAME")" \
  'Origin: Debian' 'Component: main' | head -n 1)}
[ -n "$mirror" ] || { echo "This machine's apt knows no mirror of Debian: name one, MIRROR=… root.sh …" >&2; exit 1; }

mmdebstrap --quiet --variant=minbase --include="git,python3,sudo,ca-certificates${packages:+,$packages}" "$suite" "$folder" "$mirror"
cp /etc/resolv.conf "$folder/etc/resolv.conf"
home=/root
if [ "$user" != root ]; then
  chroot "$folder" useradd --create-home --shell /bin/bash "$user"
  echo "$user ALL=(ALL) NOPASSWD: ALL" > "$folder/etc/sudoers.d/$user"
  home=/home/$user
fi
git clone --quiet "$project" "$folder$home/weft"
chroot "$folder" chown -R "$user:" "$home/weft"

for command; do
  echo "== $suite, $user: $command"
  start=$(date +%s)
  status=0
  # The mounts are of a namespace of their own, and go with it.
  unshare --mount --pid --fork sh -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
    exec chroot "$1" su - "$2" -c "export LANG=C.UTF-8; cd weft && $3"' sh "$folder" "$user" "$command" || status=$?
  echo "== status $status after $(($(date +%s) - start)) s"
  [ "$status" = 0 ] || exit "$status"
done

pages=$folder$home/weft/build/book
[ ! -d "$pages" ] || (cd "$pages" && find . -name '*.html' -exec sha256sum {} + | LC_ALL=C sort -k 2) > "$folder/pages.txt"
