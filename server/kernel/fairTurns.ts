/**
 * A database that does one thing at a time, asked by several companies: they take turns, so that
 * one that asks without a pause makes nobody else wait for all that it asked.
 */
export interface FairTurns {
  take<T>(companyId: number, work: () => Promise<T>): Promise<T>
}

export function makeFairTurns(atOnce: number): FairTurns {
  /** In the order of their turns: who had one just now stands at the end. */
  const waiting = new Map<number, (() => void)[]>()
  let running = 0

  const next = () => {
    const [turn] = waiting
    if (turn === undefined) {
      running -= 1
      return
    }
    const [companyId, [begin, ...others]] = turn
    waiting.delete(companyId)
    if (others.length > 0) waiting.set(companyId, others)
    begin?.() // the turn is handed over
  }
  return {
    async take(companyId, work) {
      if (running < atOnce) running += 1
      else
        await new Promise<void>((begin) => {
          waiting.set(companyId, [...(waiting.get(companyId) ?? []), begin])
        })
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
