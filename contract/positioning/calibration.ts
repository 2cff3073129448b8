/** Where what traffic taught may be taken over: only where tags went. */
import type { Ground } from './ground.ts'
import type { Learned } from './learning.ts'

/** A gateway heard in fewer places keeps what is set. */
export const FEWEST_CELLS_OF_GATEWAY = 12
/** Of a floor's cells of two metres. */
const COVERED = 0.2

/** From 0 to 1: how much of what one can stand on tags went through, in cells of two metres. */
export function coveredBy({ seen }: Learned, ground: Ground): number {
  const cells = new Set<number>()
  for (const heard of seen.values())
    for (const cell of heard.keys())
      if (Math.floor(cell / 1_000_000) === ground.floorId) cells.add(cell)
  const open = ground.open.reduce((sum, one) => sum + one, 0)
  return open === 0 ? 0 : Math.min(1, (cells.size * 4) / (open * ground.cell ** 2))
}

export const isCovered = (share: number): boolean => share >= COVERED
