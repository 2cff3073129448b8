/**
 * Chooses the map library once: Mapbox with a token, MapLibre without. Each is a chunk that only a
 * map loads.
 */
import type * as MapLibreKit from 'react-map-gl/maplibre'

export type MapKit = Pick<typeof MapLibreKit, 'Map' | 'Source' | 'Layer'>

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
  // A worker from our own address: the content security policy allows no other.
  library.setWorkerUrl(worker.default)
  // Starts workers before there is a map and keeps them between maps, because a plan waits for
  // them.
  library.prewarm()
  return { Map: kit.Map, Source: kit.Source, Layer: kit.Layer }
}

async function loadMapbox(): Promise<MapKit> {
  const [kit] = await Promise.all([
    import('react-map-gl/mapbox'),
    import('mapbox-gl/dist/mapbox-gl.css'),
  ])
  // Both libraries have the same interface; only the types below differ.
  return { Map: kit.Map, Source: kit.Source, Layer: kit.Layer } as unknown as MapKit
}

let drawable: boolean | undefined

/**
 * True if WebGL works, in hardware or software; otherwise the list replaces the map. Tried once:
 * without a GPU a try takes longer than drawing the plan.
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
