#!/bin/sh
# osmtogeojson 3.0.0-beta.5: a closed way with `indoor=wall` becomes a Polygon, although a wall is a
# line unless it has `area=yes` (wiki.openstreetmap.org/wiki/Simple_Indoor_Tagging). Drawn as it
# comes, the wall fills the room that it surrounds. A closed way with `buildingpart=room`, the
# notation before Simple Indoor Tagging, stays a LineString, so that its room is lost.
# Read walls as rings unless they have `area=yes`, and close lines of rooms.
# Source: the output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund osmtogeojson@3.0.0-beta.5 >/dev/null
cat >try.cjs <<'JS'
const osmtogeojson = require('osmtogeojson')

const corners = [
  [14, 50],
  [14.001, 50],
  [14.001, 50.001],
  [14, 50.001],
].map(([lon, lat], index) => ({ type: 'node', id: index + 1, lon, lat }))
const typeOf = (tags) =>
  osmtogeojson({ elements: [...corners, { type: 'way', id: 9, nodes: [1, 2, 3, 4, 1], tags }] })
    .features[0].geometry.type

const seen = {
  'indoor=wall': typeOf({ indoor: 'wall', level: '0' }),
  'indoor=room': typeOf({ indoor: 'room', level: '0' }),
  'buildingpart=room': typeOf({ buildingpart: 'room' }),
}
console.log(JSON.stringify(seen))
process.exit(
  JSON.stringify(seen) ===
    '{"indoor=wall":"Polygon","indoor=room":"Polygon","buildingpart=room":"LineString"}'
    ? 0
    : 1,
)
JS
node try.cjs
