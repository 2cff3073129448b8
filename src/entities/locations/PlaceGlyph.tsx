import { placeGlyphOf, type PlaceGlyphName } from '#contract/rules/placeGlyph.ts'
import { Glyph, type GlyphPath } from '#ui/page/Glyph.tsx'

const paths: Record<PlaceGlyphName, GlyphPath> = {
  place: {
    line: 'M12 21c4.2-5 6.3-8.4 6.3-11.2a6.3 6.3 0 1 0-12.6 0C5.7 12.6 7.8 16 12 21zM12 10h.01',
  },
  campus: {
    line: 'M3 20.5h18M4.5 20.5V10l4-3 4 3v10.5M12.5 20.5V13h7v7.5M8.5 13.5h.01M16 16.5h.01',
  },
  building: {
    line: 'M4 20.5h16M6.5 20.5v-17h11v17M10.5 20.5v-4h3v4M10 7.5h.01M14 7.5h.01M10 12h.01M14 12h.01',
  },
  floor: { line: 'M12 4l9 4.8-9 4.8-9-4.8zM3 14.2l9 4.8 9-4.8' },
  ward: { line: 'M3 6v13M3 15.5h18V19M21 15.5v-2a3.5 3.5 0 0 0-3.5-3.5H11v5.5M7 11.7h.01' },
  stairs: { line: 'M3.5 19.5h4.3v-4.3h4.2v-4.3h4.2V6.6h4.3' },
  store: { line: 'M3.5 8L12 3.8 20.5 8v8.5L12 20.7l-8.5-4.2zM3.5 8l8.5 4.2L20.5 8M12 12.2v8.5' },
  outside: {
    line: 'M12 21v-5.5M12 15.5c-4 0-6.2-2.2-6.2-5.3S9 3.2 12 3.2s6.2 3.9 6.2 7-2.2 5.3-6.2 5.3z',
  },
  room: { line: 'M4 20.5h16M6.5 20.5v-17h11v17M14 12.2h.01' },
}

export function PlaceGlyph({ typeName, size = 18 }: { typeName: string; size?: number }) {
  return <Glyph path={paths[placeGlyphOf(typeName)]} size={size} />
}
