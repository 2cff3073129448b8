/**
 * Companies take turns at a resource that serves few calls at once. A company that asks without a
 * pause makes another wait for one of its calls, not for all of them.
 */
import { tooMany } from '#kernel/http/errors.ts'

export interface FairQueue {
  /** Refused with 429 if too many calls of the company wait already. */
  take<T>(companyId: number, work: () => Promise<T>): Promise<T>
}

interface Limits {
  atOnce: number
  /** Limit per company. If omitted, only `atOnce` applies. */
  perCompany?: number
  /** Maximum waiting calls per company. Omit if the caller bounds them. */
  waiting?: number
}

const RETRY_AFTER_SECONDS = 2

export function makeFairQueue({
  atOnce,
  perCompany = atOnce,
  waiting: longest = Infinity,
}: Limits): FairQueue {
  /** Ordered by turn: a company that was just served goes to the end. */
  const waiting = new Map<number, (() => void)[]>()
  const running = new Map<number, number>()
  let total = 0

  const count = (companyId: number, change: 1 | -1) => {
    total += change
    const now = (running.get(companyId) ?? 0) + change
    if (now === 0) running.delete(companyId)
    else running.set(companyId, now)
  }
  const isFree = (companyId: number) => total < atOnce && (running.get(companyId) ?? 0) < perCompany

  const startNext = () => {
    for (const [companyId, [begin, ...others]] of waiting) {
      if (begin === undefined || !isFree(companyId)) continue
      waiting.delete(companyId)
      if (others.length > 0) waiting.set(companyId, others)
      count(companyId, 1)
      begin()
      return
    }
  }
  return {
    async take(companyId, work) {
      if (isFree(companyId)) count(companyId, 1)
      else {
        const before = waiting.get(companyId) ?? []
        if (before.length >= longest) throw tooMany(RETRY_AFTER_SECONDS)
        await new Promise<void>((begin) => {
          waiting.set(companyId, [...before, begin])
        })
      }
      try {
        return await work()
      } finally {
        count(companyId, -1)
        startNext()
      }
    },
  }
}
