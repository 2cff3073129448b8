/** A layer of our own inside the map, for as long as it is wanted. */
import type { MapRef } from 'react-map-gl/maplibre'

/**
 * Put in as soon as the style takes layers, and again whenever the style is another (dark, light).
 * Answers how to take it out.
 */
export function mountLayer(map: MapRef, layer: { id: string }): () => void {
  const inside = map.getMap()
  const put = (): void => {
    if (inside.getLayer(layer.id) !== undefined) return
    try {
      inside.addLayer(layer as never) // the two libraries name the matrix it is told differently
    } catch {
      // The style is still on its way and tells when it is there.
    }
  }
  const moments = ['load', 'styledata', 'idle'] as const
  put()
  for (const moment of moments) inside.on(moment, put)
  return () => {
    for (const moment of moments) inside.off(moment, put)
    if (inside.style !== undefined && inside.getLayer(layer.id) !== undefined)
      inside.removeLayer(layer.id)
  }
}
