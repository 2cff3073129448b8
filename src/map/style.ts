/**
 * The map's own style: no tiles, no glyph server, nothing from outside. Colours are the product's
 * tokens.
 */
import arabicFace from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff2?url'
import cyrillicFace from '@fontsource/noto-sans/files/noto-sans-cyrillic-600-normal.woff2?url'
import latinFace from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2?url'
import latinMoreFace from '@fontsource/noto-sans/files/noto-sans-latin-ext-600-normal.woff2?url'
import hebrewFace from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-600-normal.woff2?url'
import type { StyleSpecification } from 'maplibre-gl'
import { meaning, schemes, type Scheme } from '../ui/theme/tokens.ts'

export const LABEL_FONT = ['Plantroom']
/** Mapbox draws letters with a font of the page. */
export const VENDOR_FONT = 'Noto Sans, Noto Sans Hebrew, Noto Sans Arabic, sans-serif'

export interface MapColours {
  ground: string
  site: string
  room: string
  corridor: string
  core: string
  closed: string
  wall: string
  door: string
  window: string
  text: string
  halo: string
  accent: string
  selected: string
  other: string
}

export function mapColours(scheme: Scheme): MapColours {
  const tokens = schemes[scheme]
  const isDark = scheme === 'dark'
  return {
    ground: isDark ? '#12191d' : '#e8edee',
    site: isDark ? '#1b2429' : '#dde4e6',
    room: isDark ? '#222d33' : '#ffffff',
    corridor: isDark ? '#1a2328' : '#f1f5f5',
    core: isDark ? '#28353c' : '#e3eaec',
    closed: isDark ? '#161d21' : '#d6dddf',
    wall: isDark ? '#55656e' : '#8d9ca5',
    door: isDark ? '#3a4951' : '#d7e6e6',
    window: isDark ? '#3f7f8a' : '#9fd0d6',
    text: tokens.text,
    halo: isDark ? '#161d21' : '#ffffff',
    accent: tokens.accent,
    selected: isDark ? '#1f4449' : '#cfe8e8',
    other: meaning[scheme].blue.solid,
  }
}

export function emptyStyle(scheme: Scheme, isVendor: boolean): StyleSpecification {
  const empty: StyleSpecification = {
    version: 8,
    sources: {},
    layers: [
      {
        id: 'ground',
        type: 'background',
        paint: { 'background-color': mapColours(scheme).ground },
      },
    ],
  }
  // Mapbox wants an address for letters, and asks nothing of it while it has a local font; MapLibre
  // takes files.
  if (isVendor)
    return { ...empty, glyphs: `${window.location.origin}/letters/{fontstack}/{range}.pbf` }
  return {
    ...empty,
    'font-faces': {
      Plantroom: [
        { url: latinFace, 'unicode-range': ['U+0000-00FF', 'U+2000-206F'] },
        { url: latinMoreFace, 'unicode-range': ['U+0100-02AF', 'U+1E00-1EFF'] },
        { url: cyrillicFace, 'unicode-range': ['U+0400-045F'] },
        { url: hebrewFace, 'unicode-range': ['U+0590-05FF'] },
        { url: arabicFace, 'unicode-range': ['U+0600-06FF', 'U+FB50-FDFF', 'U+FE70-FEFF'] },
      ],
    },
  }
}
