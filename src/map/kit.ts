/**
 * The map library, chosen once: Mapbox with a token, MapLibre without. Each is a chunk of its own
 * that only a map loads.
 */
import type * as MapLibreKit from 'react-map-gl/maplibre'

export type MapKit = Pick<typeof MapLibreKit, 'Map' | 'Source' | 'Layer'>

/** Words that both libraries write into the page themselves: the name of the canvas. */
export const mapLocale = (label: string) => ({ 'Map.Title': label })

let loaded: { token: string | null; kit: Promise<MapKit> } | undefined

export function loadKit(token: string | null): Promise<MapKit> {
  if (loaded?.token !== token)
    loaded = { token, kit: token === null ? loadMapLibre() : loadMapbox() }
  return loaded.kit
}

async function loadMapLibre(): Promise<MapKit> {
  const [kit, library, worker] = await Promise.all([
    import('react-map-gl/maplibre'),
    import('maplibre-gl'),
    import('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'),
    import('maplibre-gl/dist/maplibre-gl.css'),
  ])
  // A worker of our own address: the page's policy lets no script in from elsewhere.
  library.setWorkerUrl(worker.default)
  // Begun before there is a map, and kept from one map to the next: a plan waits for it.
  library.prewarm()
  return { Map: kit.Map, Source: kit.Source, Layer: kit.Layer }
}

async function loadMapbox(): Promise<MapKit> {
  const [kit] = await Promise.all([
    import('react-map-gl/mapbox'),
    import('mapbox-gl/dist/mapbox-gl.css'),
  ])
  // the two are one interface; only the library beneath differs, which the types name
  return { Map: kit.Map, Source: kit.Source, Layer: kit.Layer } as unknown as MapKit
}

let drawable: boolean | undefined

/**
 * Is there a GPU, or something that stands in for one? Without, the list is the screen. Tried once:
 * without a card a try takes longer than drawing the plan.
 */
export function canDraw(): boolean {
  return (drawable ??= tryToDraw())
}

function tryToDraw(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}
