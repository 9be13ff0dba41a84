#!/bin/sh
# Builds the container from a root of Debian that is made here, and runs the README's commands, or others, in it: see README.md.
set -eu

[ $# -ge 1 ] || { echo "use: container.sh FOLDER [COMMAND…]" >&2; exit 2; }
folder=$1
shift
[ $# -gt 0 ] || set -- "./weft book" "./weft test"
project=$(cd "$(dirname "$0")/../.." && pwd)
debian=$(sed -n 's/^ARG DEBIAN=docker\.io\/library\/debian:\([0-9]*\)-slim$/\1/p' "$project/Dockerfile")
case $debian in
  12) suite=bookworm ;;
  13) suite=trixie ;;
  *) echo "container.sh does not know Debian $debian." >&2; exit 1 ;;
esac

[ "$(id -u)" = 0 ] || { echo "Making a root takes root: start this through sudo." >&2; exit 1; }
[ ! -e "$folder" ] || { echo "$folder is there already: name a folder that is not." >&2; exit 1; }
for tool in mmdebstrap buildah; do
  command -v "$tool" > /dev/null || { echo "$tool is missing. Install it: apt-get install $tool" >&2; exit 1; }
done

# Like the image debian:N-slim, which has no documentation and no translations.
mkdir "$folder"
mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' "$suite" "$folder/root.tar"
printf 'FROM scratch\nADD root.tar /\n' > "$folder/Dockerfile"
buildah build --quiet --isolation chroot -t "localhost/debian:$debian-slim" "$folder"
buildah build --quiet --isolation chroot --target plain --build-arg "DEBIAN=localhost/debian:$debian-slim" -t localhost/weft "$project"
buildah images localhost/weft

git clone --quiet "$project" "$folder/weft"
chown -R 1000:1000 "$folder/weft"
container=$(buildah from localhost/weft)
trap 'buildah rm "$container" > /dev/null' EXIT
for command; do
  echo "== container on Debian $debian: $command"
  start=$(date +%s)
  status=0
  buildah run --isolation chroot --volume "$(realpath "$folder")/weft:/book" "$container" -- sh -c "cd /book && $command" || status=$?
  echo "== status $status after $(($(date +%s) - start)) s"
  [ "$status" = 0 ] || exit "$status"
done
