import { equipmentGlyphs, type EquipmentGlyphName } from '#contract/rules/equipmentGlyph.ts'
import type { GlyphPath } from '#ui/page/Glyph.tsx'

const dot = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`

export const glyphPaths: Record<EquipmentGlyphName, GlyphPath> = {
  tag: { line: 'M4 4h8.2l7.8 7.8-8.2 8.2L4 12.2z', fill: dot(8.3, 8.3, 1.5) },
  pump: {
    line: 'M6.5 3h11v8.5a3.5 3.5 0 0 1-3.5 3.5h-4a3.5 3.5 0 0 1-3.5-3.5zM12 15v6M8.5 21h7',
    fill: 'M12 5.2c1.8 2.2 2.5 3.2 2.5 4.4a2.5 2.5 0 0 1-5 0c0-1.2.7-2.2 2.5-4.4z',
  },
  monitor: { line: 'M3 4.5h18v11.5H3zM12 16v4M8 20.5h8M6 11h2.8l1.7-3.2 2.6 5.4 1.6-2.2H18' },
  bed: {
    line: 'M3 6v13M3 15.5h18V19M21 15.5v-2a3.5 3.5 0 0 0-3.5-3.5H11v5.5',
    fill: dot(7, 11.7, 2),
  },
  defibrillator: {
    line: 'M12 20.5l-7.3-7.2a4.9 4.9 0 0 1 7.3-6.5 4.9 4.9 0 0 1 7.3 6.5zM12.8 8.8l-2.6 3.7h3.6l-2.6 3.7',
  },
  wheelchair: {
    line: 'M9.5 7.8v6h5.7l2.8 5h1.8M9.5 10.6H14M7.2 11.6a5 5 0 1 0 6.6 6.6',
    fill: dot(9.5, 4.2, 2),
  },
  ventilator: {
    line: 'M12 3v7.5M10 15.2c0 3-1.2 4.6-4 5.1-1.4.2-2.3-.6-2.3-2 0-4.6 1-9.3 3.4-11.3C8.6 5.8 10 7.4 10 10zM14 15.2c0 3 1.2 4.6 4 5.1 1.4.2 2.3-.6 2.3-2 0-4.6-1-9.3-3.4-11.3C15.4 5.8 14 7.4 14 10z',
  },
  ultrasound: {
    line: 'M9 2.8h6v6.5l-1.6 3h-2.8L9 9.3zM7.8 15.2c2.7 1.6 5.7 1.6 8.4 0M5.6 18.3c4.1 2.5 8.7 2.5 12.8 0M9.5 21.5c1.7.4 3.3.4 5 0',
  },
  fridge: { line: 'M6 2.8h12v18.4H6zM6 10h12M9.3 5.8v1.4M9.3 13v3' },
  air: {
    line: 'M12 10.2c-3-2-3.2-6 .2-7.4 3.2.5 3.4 4.6-.2 7.4M13.6 12.9c3.3-1.6 6.8.3 6.3 3.9-2 2.5-5.7.6-6.3-3.9M10.4 12.9c-.3 3.6-3.7 5.7-6.6 3.5-1.2-3 2.2-5.3 6.6-3.5',
    fill: dot(12, 12, 1.7),
  },
  extinguisher: {
    line: 'M8.5 12a3.5 3.5 0 0 1 7 0v9h-7zM12 8.5V4M9 4h5M14 4.5l4.5 2M10 6C7 6 5.5 8 5.5 11',
  },
  gateway: {
    line: 'M12 12v9M8.6 15.4a4.8 4.8 0 0 1 0-6.8M15.4 8.6a4.8 4.8 0 0 1 0 6.8M5.5 18.5a9.2 9.2 0 0 1 0-13M18.5 5.5a9.2 9.2 0 0 1 0 13',
    fill: dot(12, 12, 2),
  },
  sensor: {
    line: 'M9.8 4.7a2.2 2.2 0 0 1 4.4 0v8.6a4.5 4.5 0 1 1-4.4 0zM12 9.5V16',
    fill: dot(12, 17.2, 2.2),
  },
  vehicle: {
    line: 'M2.5 6h11v10.5h-11zM13.5 9.5h4l4 4v3h-8',
    fill: dot(7, 17.8, 2.4) + dot(17.2, 17.8, 2.4),
  },
  computer: { line: 'M4.5 4.5h15v10.5h-15zM2.5 19.5h19' },
  tool: {
    line: 'M15 6.3a4.2 4.2 0 0 0-5.6 5.3L3.6 17.4a2 2 0 0 0 3 3l5.8-5.8A4.2 4.2 0 0 0 17.7 9l-2.7 2.7-2.2-.5-.5-2.2z',
  },
  lift: { line: 'M5 2.8h14v18.4H5zM9 10l3-3.5 3 3.5M9 14l3 3.5 3-3.5' },
  door: { line: 'M6.5 21V3h11v18M3 21h18', fill: dot(14.2, 12.3, 1.3) },
  camera: { line: 'M2.8 7h11.5v10H2.8zM14.3 11l6.9-3.8v9.6L14.3 13' },
  light: { line: 'M8.8 15.6a6.2 6.2 0 1 1 6.4 0v2.2H8.8zM10 21h4' },
  person: { fill: `${dot(12, 7, 3.9)}M4.6 20.8c.3-4.7 3.2-7.5 7.4-7.5s7.1 2.8 7.4 7.5z` },
}

export const glyphSheet: readonly GlyphPath[] = equipmentGlyphs.map((name) => glyphPaths[name])
/** Glyph numbers of people, whose marks have another shape. */
export const peopleGlyphs: readonly number[] = [equipmentGlyphs.indexOf('person')]
