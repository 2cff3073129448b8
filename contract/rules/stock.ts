/**
 * Stock: what a use takes from which lot, how a stock stands, and on which day it runs out. Pure;
 * the server decides by it. Amounts are counted in whole millionths, so that a tenth ten times over
 * is one.
 */
import { addDays } from '#contract/dashboards/periods.ts'

/** Decimals that an amount is kept with. */
export const AMOUNT_DECIMALS = 6
const PARTS = 10 ** AMOUNT_DECIMALS
const parts = (amount: number): number => Math.round(amount * PARTS)
const amountOf = (whole: number): number => (whole === 0 ? 0 : whole / PARTS)

export const plus = (one: number, other: number): number => amountOf(parts(one) + parts(other))
/** As the database keeps it. */
export const asKept = (amount: number): number => amountOf(parts(amount))

/** Worst first: a stock that is several of them is told as the first. */
export const stockStates = ['negative', 'expired', 'low', 'expiring', 'enough'] as const
export type StockState = (typeof stockStates)[number]

/** Days before its expiry that a lot is told. */
export const EXPIRING_DAYS = 30
/** Use of so many days says how long a stock will last. */
export const USE_DAYS = 90
/** A stock that is younger than this says too little; a day alone would say anything. */
const FEWEST_DAYS = 7
/** Nobody plans further; the day would only look exact. */
const FURTHEST_DAYS = 3_650

interface Standing {
  amount: number
  /** Null: none was set, and only what is below zero is too little. */
  minimum: number | null
  /** The earliest expiry of what is there, a day; null: nothing there expires. */
  nextExpiry: string | null
}

export const isLow = ({ amount, minimum }: Pick<Standing, 'amount' | 'minimum'>): boolean =>
  amount < (minimum ?? 0)

/** A lot is good on the day of its expiry, and expired on the next. */
export function stockState({ amount, minimum, nextExpiry }: Standing, today: string): StockState {
  if (amount < 0) return 'negative'
  if (nextExpiry !== null && nextExpiry < today) return 'expired'
  if (isLow({ amount, minimum })) return 'low'
  if (nextExpiry !== null && nextExpiry <= addDays(today, EXPIRING_DAYS)) return 'expiring'
  return 'enough'
}

export interface Lot {
  id: number
  amount: number
  expiresOn: string | null
}

/**
 * First expired, first out: what is good and expires first, then what does not expire, then what
 * expired already. What no lot holds is `rest`, to be taken below zero.
 */
export function takenFrom(
  lots: readonly Lot[],
  amount: number,
  today: string,
): { taken: { lotId: number; amount: number }[]; rest: number } {
  const isGood = ({ expiresOn }: Lot) => expiresOn === null || expiresOn >= today
  const inOrder = lots
    .filter((lot) => lot.amount > 0)
    .sort((one, other) => {
      if (isGood(one) !== isGood(other)) return isGood(one) ? -1 : 1
      const [first, second] = [one.expiresOn ?? '9999-12-31', other.expiresOn ?? '9999-12-31']
      return first === second ? one.id - other.id : first < second ? -1 : 1
    })
  let left = Math.max(0, parts(amount))
  const taken: { lotId: number; amount: number }[] = []
  for (const lot of inOrder) {
    const some = Math.min(left, parts(lot.amount))
    if (some <= 0) continue
    taken.push({ lotId: lot.id, amount: amountOf(some) })
    left -= some
  }
  return { taken, rest: amountOf(left) }
}

/**
 * The day on which nothing is left if use goes on as in the last days; null: nothing was used, or it
 * lasts for years. What is gone already runs out today.
 */
export function runsOutOn(
  { amount, used, keptDays }: { amount: number; used: number; keptDays: number },
  today: string,
): string | null {
  if (used <= 0) return null
  if (amount <= 0) return today
  const over = Math.min(USE_DAYS, Math.max(FEWEST_DAYS, keptDays))
  const days = Math.floor((amount * over) / used)
  return days > FURTHEST_DAYS ? null : addDays(today, days)
}

/**
 * What a performance takes: of the amount, the discarded doses are a part; discarded beyond it they
 * are gone all the same.
 */
export const taking = (amount: number, discardedDoses: number) => ({
  used: Math.max(0, plus(amount, -discardedDoses)),
  discarded: discardedDoses,
})
