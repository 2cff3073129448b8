/** A seeded generator, so that every demo is the same believable hospital. Not for secrets. */
export interface Random {
  next(): number
  between(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  chance(share: number): boolean
}

export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick(list) {
      const found = list[Math.floor(next() * list.length)]
      if (found === undefined) throw new Error('Nothing to pick from')
      return found
    },
    chance: (share) => next() < share,
  }
}
