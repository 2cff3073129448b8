import type { Ground } from './ground.ts'
import type { Learned } from './learning.ts'

/** A gateway heard in fewer cells keeps its configured values. */
export const FEWEST_CELLS_OF_GATEWAY = 12
/** Share of a floor's cells of two metres. */
const COVERED = 0.2

/** Share of the floor's open cells (two metres) that tags visited, from 0 to 1. */
export function coveredShare({ seen }: Learned, ground: Ground): number {
  const cells = new Set<number>()
  for (const heard of seen.values())
    for (const cell of heard.keys())
      if (Math.floor(cell / 1_000_000) === ground.floorId) cells.add(cell)
  const open = ground.open.reduce((sum, one) => sum + one, 0)
  return open === 0 ? 0 : Math.min(1, (cells.size * 4) / (open * ground.cell ** 2))
}

export const isCovered = (share: number): boolean => share >= COVERED
