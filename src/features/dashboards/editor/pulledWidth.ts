import { CARD_COLUMNS } from '#contract/dashboards/dashboards.ts'

interface Pull {
  /** Pixels from the window's left, at the start and now. */
  from: number
  to: number
  width: number
  /** The card's grid, in pixels. */
  gridWidth: number
  isRtl: boolean
}

/** Minimum columns: a narrower card does not fit its number. */
export const MIN_COLUMNS = 3

export const boundedWidth = (columns: number): number =>
  Math.min(CARD_COLUMNS, Math.max(MIN_COLUMNS, Math.round(columns)))

/** A card grows towards its end: right, or left in right-to-left languages. */
export function pulledWidth({ from, to, width, gridWidth, isRtl }: Pull): number {
  if (gridWidth <= 0) return width
  const columns = ((to - from) / gridWidth) * CARD_COLUMNS
  return boundedWidth(width + (isRtl ? -columns : columns))
}
