import type { CustomLayerInterface } from 'maplibre-gl'
import type { MapRef } from 'react-map-gl/maplibre'

/**
 * Adds the layer when the style is ready, and again after a style change (dark, light). Returns a
 * function that removes it.
 */
export function mountLayer(map: MapRef, layer: CustomLayerInterface): () => void {
  const inside = map.getMap()
  const put = (): void => {
    if (inside.getLayer(layer.id) !== undefined) return
    try {
      inside.addLayer(layer)
    } catch {
      // The style is still loading; an event follows.
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
