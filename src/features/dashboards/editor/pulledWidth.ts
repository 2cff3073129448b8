/** Columns of a card whose end is pulled. */
import { CARD_COLUMNS } from '#contract/dashboards/dashboards.ts'

interface Pull {
  /** Where the pull began and is now, px from the window's left. */
  from: number
  to: number
  /** Columns when it began. */
  width: number
  /** Of the grid that the card hangs in, px. */
  gridWidth: number
  isRtl: boolean
}

/** A narrower card has no room for its number. */
export const MIN_COLUMNS = 3

export const boundedWidth = (columns: number): number =>
  Math.min(CARD_COLUMNS, Math.max(MIN_COLUMNS, Math.round(columns)))

/** A card grows towards its end: to the right, or to the left where one reads that way. */
export function pulledWidth({ from, to, width, gridWidth, isRtl }: Pull): number {
  if (gridWidth <= 0) return width
  const columns = ((to - from) / gridWidth) * CARD_COLUMNS
  return boundedWidth(width + (isRtl ? -columns : columns))
}
