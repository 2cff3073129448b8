/** Path of a one-colour icon on a 24 × 24 grid: lines and filled shapes. */
export interface GlyphPath {
  line?: string
  fill?: string
}
export const GLYPH_FIELD = 24
export const GLYPH_STROKE = 2.1

/** Hidden from screen readers: text stands beside it. */
export function Glyph({ path, size = 16 }: { path: GlyphPath; size?: number }) {
  return (
    <svg
      viewBox={`0 0 ${GLYPH_FIELD} ${GLYPH_FIELD}`}
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      {path.fill !== undefined && <path d={path.fill} fill="currentColor" />}
      {path.line !== undefined && (
        <path
          d={path.line}
          fill="none"
          stroke="currentColor"
          strokeWidth={GLYPH_STROKE}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
