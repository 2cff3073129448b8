import type { RoomKind } from '#contract/venue/shapes.ts'
import type { GlyphPath } from '#ui/page/Glyph.tsx'

export const signs: Partial<Record<RoomKind, GlyphPath>> = {
  stairs: { line: 'M3.5 19.5H8V15h4v-4.5h4V6h4.5' },
  lift: { line: 'M5 3h14v18H5zM9 10.5l3-3.5 3 3.5M9 13.5l3 3.5 3-3.5' },
  toilet: {
    line: 'M12 3.5v17',
    fill: 'M6.5 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM4 8.2h5v6.3H8V21H5v-6.5H4zM17.5 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM16 8.2h3l2 6.8h-2v6h-3v-6h-2z',
  },
  entrance: { line: 'M11 4h8.5v16H11M3.5 12h10M10 8.5l3.5 3.5-3.5 3.5' },
}
