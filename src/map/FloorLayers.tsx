import type { ExpressionSpecification } from 'maplibre-gl'
import type { MapKit } from './kit.ts'
import { mercatorPerMetre } from './mercator.ts'
import type { MapColours } from './style.ts'

interface Paint {
  Layer: MapKit['Layer']
  colours: MapColours
}
const A_TILE = 512
const [MIN_ZOOM, MAX_ZOOM] = [13, 23]

/** Converts a width in metres to pixels at every zoom. `least` in pixels. */
function wide(metres: number, latitude: number, least = 0.4): ExpressionSpecification {
  const at = (zoom: number): number =>
    Math.max(least, metres * mercatorPerMetre(latitude) * A_TILE * 2 ** zoom)
  return [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    MIN_ZOOM,
    at(MIN_ZOOM),
    MAX_ZOOM,
    at(MAX_ZOOM),
  ]
}

/** Offsets of stacked shadows, in pixels, for a soft edge. */
const SHADOW = [2, 4, 6, 8, 10] as const

const only = (kind: string): ExpressionSpecification => ['==', ['get', 'kind'], kind]

/** Lines on the ground. A road covers its edge line. `least` in pixels. */
const ways = [
  { id: 'path', kind: 'path', colour: 'path', metres: 2.4, least: 1 },
  { id: 'road-edge', kind: 'road', colour: 'roadEdge', metres: 8.2, least: 2 },
  { id: 'road', kind: 'road', colour: 'road', metres: 7, least: 1.4 },
] as const

export function GroundLayers({
  Layer,
  colours,
  latitude,
  isVeiled,
}: Paint & { latitude: number; isVeiled: boolean }) {
  return (
    <>
      {(['lawn', 'water', 'paved'] as const).map((kind) => (
        <Layer
          key={kind}
          source="sites"
          id={`ground-${kind}`}
          type="fill"
          filter={only(kind)}
          paint={{ 'fill-color': colours[kind] }}
        />
      ))}
      {ways.map(({ id, kind, colour, metres, least }) => (
        <Layer
          key={id}
          source="sites"
          id={`ground-${id}`}
          type="line"
          filter={only(kind)}
          layout={{ 'line-cap': 'round', 'line-join': 'round' }}
          paint={{ 'line-color': colours[colour], 'line-width': wide(metres, latitude, least) }}
        />
      ))}
      <Layer
        source="sites"
        id="ground-tree"
        type="fill"
        filter={only('tree')}
        paint={{
          'fill-color': colours.tree,
          'fill-opacity': 0.8,
          'fill-outline-color': colours.treeEdge,
        }}
      />
      <Layer
        source="sites"
        id="ground-house"
        type="fill"
        filter={only('house')}
        paint={{ 'fill-color': colours.house, 'fill-outline-color': colours.houseEdge }}
      />
      <Layer
        id="ground-veil"
        type="background"
        layout={{ visibility: isVeiled ? 'visible' : 'none' }}
        paint={{ 'background-color': colours.ground, 'background-opacity': 0.72 }}
      />
    </>
  )
}

export function FloorLayers({
  Layer,
  colours,
  latitude,
  isRaised,
  isHidden,
  selectedRoomId,
}: Paint & {
  latitude: number
  isRaised: boolean
  isHidden: boolean
  selectedRoomId: number | null
}) {
  const layout = { visibility: isHidden ? ('none' as const) : ('visible' as const) }
  // Hides walls by opacity 0: changing `visibility` would rebuild all tiles during a motion. If
  // nothing of the plan is visible, its tiles go too, because each costs a draw call per frame.
  const flat = isRaised ? 0 : 1
  return (
    <>
      {SHADOW.map((offset) => (
        <Layer
          key={offset}
          source="plan"
          id={`shadow-${offset}`}
          type="fill"
          filter={['==', ['get', 'part'], 'site']}
          layout={layout}
          paint={{
            'fill-color': colours.shadow,
            'fill-opacity': 0.085,
            'fill-antialias': false,
            'fill-translate': [offset * 0.7, offset],
            'fill-translate-anchor': 'viewport',
          }}
        />
      ))}
      <Layer
        source="plan"
        id="floor"
        type="fill"
        filter={['==', ['get', 'part'], 'site']}
        layout={layout}
        paint={{ 'fill-color': colours.rooms.circulation }}
      />
      <Layer
        source="plan"
        id="rooms"
        type="fill"
        filter={['==', ['get', 'part'], 'room']}
        layout={layout}
        paint={{
          'fill-color': [
            'case',
            ['==', ['get', 'roomId'], selectedRoomId ?? -1],
            colours.selected,
            ['get', 'fill'],
          ],
        }}
      />
      <Layer
        source="plan"
        id="room-lines"
        type="line"
        filter={['all', ['==', ['get', 'part'], 'room'], ['!=', ['get', 'kind'], 'corridor']]}
        layout={layout}
        paint={{ 'line-color': colours.wall, 'line-opacity': 0.3, 'line-width': 0.8 }}
      />
      <Layer
        source="plan"
        id="swings"
        type="line"
        minzoom={18.6}
        filter={['==', ['get', 'part'], 'swing']}
        layout={layout}
        paint={{
          'line-color': colours.wall,
          'line-opacity': 0.5,
          'line-width': ['interpolate', ['linear'], ['zoom'], 18.6, 0.5, 21, 1.3],
        }}
      />
      <Layer
        source="plan"
        id="walls"
        type="fill"
        filter={['all', ['==', ['get', 'part'], 'wall'], ['==', ['geometry-type'], 'Polygon']]}
        layout={layout}
        paint={{ 'fill-color': colours.wall, 'fill-opacity': flat }}
      />
      <Layer
        source="plan"
        id="wall-lines"
        type="line"
        filter={['all', ['==', ['get', 'part'], 'wall'], ['==', ['geometry-type'], 'LineString']]}
        layout={{ ...layout, 'line-cap': 'round' }}
        paint={{
          'line-color': colours.wall,
          'line-opacity': flat,
          'line-width': wide(0.16, latitude, 1.4),
        }}
      />
      <Layer
        source="plan"
        id="doors"
        type="line"
        filter={['all', ['==', ['get', 'part'], 'door'], ['==', ['geometry-type'], 'LineString']]}
        layout={layout}
        paint={{
          'line-color': colours.rooms.circulation,
          'line-width': wide(0.26, latitude, 2),
        }}
      />
      <Layer
        source="plan"
        id="windows"
        type="fill"
        filter={['all', ['==', ['get', 'part'], 'window'], ['==', ['geometry-type'], 'Polygon']]}
        layout={layout}
        paint={{ 'fill-color': colours.window, 'fill-opacity': flat }}
      />
    </>
  )
}

/** Metres: a cell of 1.5 m, and a little beyond its edges. */
const HEAT_REACH = 1.6

export function MarkLayers({ Layer, colours, latitude }: Paint & { latitude: number }) {
  return (
    <>
      <Layer
        source="marks"
        id="mark-areas"
        type="fill"
        filter={['==', ['get', 'mark'], 'area']}
        paint={{
          'fill-color': ['get', 'colour'],
          'fill-opacity': ['get', 'strength'],
        }}
      />
      <Layer
        source="marks"
        id="mark-area-rims"
        type="line"
        filter={['==', ['get', 'mark'], 'area']}
        layout={{ 'line-join': 'round' }}
        paint={{
          'line-color': ['get', 'colour'],
          'line-width': ['case', ['get', 'isChosen'], 3, 1.6],
          'line-opacity': 0.9,
        }}
      />
      <Layer
        source="marks"
        id="mark-heat"
        type="circle"
        filter={['==', ['get', 'mark'], 'heat']}
        layout={{ 'circle-sort-key': ['get', 'rank'] }}
        paint={{
          'circle-color': ['get', 'colour'],
          'circle-opacity': 0.8,
          'circle-blur': 0.75,
          'circle-radius': wide(HEAT_REACH, latitude, 2),
          'circle-pitch-alignment': 'map',
        }}
      />
      <Layer
        source="marks"
        id="mark-circles"
        type="fill"
        filter={['==', ['get', 'mark'], 'circle']}
        paint={{
          'fill-color': ['get', 'colour'],
          'fill-opacity': ['case', ['get', 'isDashed'], 0.03, ['get', 'isFaint'], 0.05, 0.14],
        }}
      />
      <Layer
        source="marks"
        id="mark-rims"
        type="line"
        filter={['all', ['==', ['get', 'mark'], 'circle'], ['!', ['get', 'isDashed']]]}
        paint={{ 'line-color': ['get', 'colour'], 'line-width': 1.6, 'line-opacity': 0.8 }}
      />
      <Layer
        source="marks"
        id="mark-rims-dashed"
        type="line"
        filter={['all', ['==', ['get', 'mark'], 'circle'], ['get', 'isDashed']]}
        paint={{
          'line-color': ['get', 'colour'],
          'line-width': 1.2,
          'line-opacity': 0.6,
          'line-dasharray': [3, 3],
        }}
      />
      <Layer
        source="marks"
        id="mark-lines"
        type="line"
        filter={['all', ['==', ['get', 'mark'], 'line'], ['!', ['get', 'isDashed']]]}
        layout={{ 'line-join': 'round', 'line-cap': 'round' }}
        paint={{ 'line-color': ['get', 'colour'], 'line-width': 3, 'line-opacity': 0.75 }}
      />
      <Layer
        source="marks"
        id="mark-lines-dashed"
        type="line"
        filter={['all', ['==', ['get', 'mark'], 'line'], ['get', 'isDashed']]}
        paint={{
          'line-color': ['get', 'colour'],
          'line-width': 1.6,
          'line-dasharray': [2, 2],
          'line-opacity': 0.8,
        }}
      />
      <Layer
        source="marks"
        id="mark-pins"
        type="circle"
        filter={['==', ['get', 'mark'], 'pin']}
        paint={{
          'circle-color': ['get', 'colour'],
          'circle-radius': ['case', ['get', 'isBig'], 9, 5],
          'circle-stroke-color': colours.halo,
          'circle-stroke-width': 2,
        }}
      />
    </>
  )
}
