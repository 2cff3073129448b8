/** How a floor, its names and the marks on it are painted. */
import type { MapKit } from './kit.ts'
import { LABEL_FONT, type MapColours } from './style.ts'

interface Paint {
  Layer: MapKit['Layer']
  colours: MapColours
}

export function FloorLayers({
  Layer,
  colours,
  isSpace,
  isHidden,
  selectedRoomId,
}: Paint & { isSpace: boolean; isHidden: boolean; selectedRoomId: number | null }) {
  const layout = { visibility: isHidden ? ('none' as const) : ('visible' as const) }
  return (
    <>
      <Layer
        source="plan"
        id="floor"
        type="fill"
        filter={['==', ['get', 'part'], 'site']}
        layout={layout}
        paint={{ 'fill-color': colours.corridor }}
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
            [
              'match',
              ['get', 'kind'],
              'room',
              colours.room,
              'entrance',
              colours.corridor,
              'corridor',
              colours.corridor,
              'closed',
              colours.closed,
              colours.core,
            ],
          ],
        }}
      />
      <Layer
        source="plan"
        id="room-lines"
        type="line"
        filter={['all', ['==', ['get', 'part'], 'room'], ['!=', ['get', 'kind'], 'corridor']]}
        layout={layout}
        paint={{ 'line-color': colours.wall, 'line-opacity': 0.35, 'line-width': 0.8 }}
      />
      <Layer
        source="plan"
        id="doors"
        type="fill"
        filter={['all', ['==', ['get', 'part'], 'door'], ['==', ['geometry-type'], 'Polygon']]}
        layout={layout}
        paint={{ 'fill-color': colours.door }}
      />
      {!isSpace && (
        <Layer
          source="plan"
          id="walls"
          type="fill"
          filter={['all', ['==', ['get', 'part'], 'wall'], ['==', ['geometry-type'], 'Polygon']]}
          layout={layout}
          paint={{ 'fill-color': colours.wall }}
        />
      )}
      {!isSpace && (
        <Layer
          source="plan"
          id="wall-lines"
          type="line"
          filter={['all', ['==', ['get', 'part'], 'wall'], ['==', ['geometry-type'], 'LineString']]}
          layout={layout}
          paint={{ 'line-color': colours.wall, 'line-width': 2 }}
        />
      )}
      <Layer
        source="plan"
        id="windows"
        type="fill"
        filter={['all', ['==', ['get', 'part'], 'window'], ['==', ['geometry-type'], 'Polygon']]}
        layout={layout}
        paint={{ 'fill-color': colours.window }}
      />
    </>
  )
}

export function LabelLayers({ Layer, colours, isShown }: Paint & { isShown: boolean }) {
  const shared = {
    'text-field': ['get', 'name'] as never,
    'text-font': LABEL_FONT,
    'text-max-width': 7,
    'text-padding': 3,
    visibility: isShown ? ('visible' as const) : ('none' as const),
  }
  const paint = {
    'text-color': colours.text,
    'text-halo-color': colours.halo,
    'text-halo-width': 1.4,
    'text-opacity': 0.82,
  }
  return (
    <>
      <Layer
        source="names"
        id="room-names"
        type="symbol"
        minzoom={17.4}
        filter={['!', ['get', 'isMinor']]}
        layout={{
          ...shared,
          'text-size': ['interpolate', ['linear'], ['zoom'], 17.4, 9.5, 21, 14],
        }}
        paint={paint}
      />
      <Layer
        source="names"
        id="minor-names"
        type="symbol"
        minzoom={19}
        filter={['get', 'isMinor']}
        layout={{ ...shared, 'text-size': 10 }}
        paint={{ ...paint, 'text-opacity': 0.6 }}
      />
    </>
  )
}

export function MarkLayers({ Layer, colours }: Paint) {
  return (
    <>
      <Layer
        source="marks"
        id="mark-heat"
        type="heatmap"
        filter={['==', ['get', 'mark'], 'heat']}
        paint={{
          'heatmap-weight': ['get', 'weight'],
          'heatmap-opacity': 0.78,
          'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 16, 1.2, 20, 3],
          'heatmap-radius': ['interpolate', ['exponential', 2], ['zoom'], 16, 6, 22, 190],
          'heatmap-color': [
            'interpolate',
            ['linear'],
            ['heatmap-density'],
            0,
            'rgba(24,148,156,0)',
            0.15,
            'rgba(24,148,156,0.55)',
            0.45,
            '#2b8f57',
            0.7,
            '#d8b136',
            1,
            '#cf3f3f',
          ],
        }}
      />
      <Layer
        source="marks"
        id="mark-circles"
        type="fill"
        filter={['==', ['get', 'mark'], 'circle']}
        paint={{
          'fill-color': ['get', 'colour'],
          'fill-opacity': ['case', ['get', 'isDashed'], 0.03, 0.14],
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
      <Layer
        source="marks"
        id="mark-labels"
        type="symbol"
        filter={['all', ['==', ['get', 'mark'], 'pin'], ['!=', ['get', 'label'], '']]}
        layout={{
          'text-field': ['get', 'label'] as never,
          'text-font': LABEL_FONT,
          'text-size': 12,
          'text-anchor': 'bottom',
          'text-offset': [0, -1.1],
          'text-allow-overlap': true,
          'text-max-width': 14,
        }}
        paint={{
          'text-color': colours.text,
          'text-halo-color': colours.halo,
          'text-halo-width': 1.8,
        }}
      />
    </>
  )
}
