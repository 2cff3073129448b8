/**
 * Stock: which lots a use takes from, the state of a stock, and the day it runs out. Amounts are
 * computed in whole millionths, so that ten times 0.1 is exactly 1.
 */
import { addDays } from '#contract/dashboards/periods.ts'

export const AMOUNT_DECIMALS = 6
const PARTS = 10 ** AMOUNT_DECIMALS
const parts = (amount: number): number => Math.round(amount * PARTS)
const amountOf = (whole: number): number => (whole === 0 ? 0 : whole / PARTS)

export const addAmounts = (one: number, other: number): number =>
  amountOf(parts(one) + parts(other))
/** Rounds to the database's precision. */
export const roundAmount = (amount: number): number => amountOf(parts(amount))

/** Worst first. If several apply, the first is shown. */
export const stockStates = ['negative', 'expired', 'low', 'expiring', 'enough'] as const
export type StockState = (typeof stockStates)[number]

/** A lot counts as expiring this many days before its expiry. */
export const EXPIRING_DAYS = 30
/** Days of use that the forecast averages. */
export const USE_DAYS = 90
/** Shortest period to average over. A younger stock would give a random forecast. */
const FEWEST_DAYS = 7
/** A longer forecast would only look exact. */
const FURTHEST_DAYS = 3_650

interface Standing {
  amount: number
  /** If null, the stock counts as low only below zero. */
  minimum: number | null
  /** Earliest expiry date of the lots in stock. Null if none expires. */
  nextExpiry: string | null
}

export const isLow = ({ amount, minimum }: Pick<Standing, 'amount' | 'minimum'>): boolean =>
  amount < (minimum ?? 0)

/** A lot is good on its expiry date and expired the day after. */
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
 * First expired, first out: good lots by expiry, then lots without expiry, then expired lots.
 * `rest` exceeds all lots and makes the stock negative.
 */
export function allocateLots(
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
 * The day the stock is empty if use continues as in the last days. Returns null if nothing was used
 * or the stock lasts for years. Returns today if it is empty already.
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
 * Stock that a procedure log takes. Discarded doses are part of `amount`; any beyond it are taken
 * too.
 */
export const consumptionOf = (amount: number, discardedDoses: number) => ({
  used: Math.max(0, addAmounts(amount, -discardedDoses)),
  discarded: discardedDoses,
})
