import type { Colour } from '#contract/colours.ts'
import { glyphOf } from '#contract/rules/equipmentGlyph.ts'
import { Glyph } from '#ui/page/Glyph.tsx'
import { glyphPaths } from './glyphPaths.ts'
import styles from './equipmentGlyph.module.css'

interface EquipmentGlyphProps {
  typeName: string
  /** The status colour. Null draws a quiet ring. */
  colour: Colour | null
  /** True for equipment without a position on any map. */
  isFaint?: boolean
  size?: number
}

export function EquipmentGlyph({
  typeName,
  colour,
  isFaint = false,
  size = 26,
}: EquipmentGlyphProps) {
  const glyph = glyphOf(typeName)
  return (
    <span
      className={styles.glyph}
      data-glyph={glyph}
      data-faint={isFaint}
      style={{
        '--tag': colour === null ? 'var(--pr-line-strong)' : `var(--pr-${colour})`,
        inlineSize: size,
        blockSize: size,
      }}
    >
      <Glyph path={glyphPaths[glyph]} size={Math.round(size * 0.6)} />
    </span>
  )
}
