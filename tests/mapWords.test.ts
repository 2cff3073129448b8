import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mapLocale } from '#map/kit.ts'
import { root } from './root.ts'

it('the map labels its canvas in the page’s language, by the key that the library reads', () => {
  const library = readFileSync(`${root}/node_modules/maplibre-gl/dist/maplibre-gl-dev.mjs`, 'utf8')
  const [key] = Object.keys(mapLocale('Mapa'))
  expect(mapLocale('Mapa')).toEqual({ 'Map.Title': 'Mapa' })
  expect(library.includes(`"${key}"`)).toBe(true)
})
