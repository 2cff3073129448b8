/**
 * When equipment should be replaced, and how urgently (decision 90). The score has five parts of 0
 * to 100 points; a part without data is not known and does not count.
 */
import { lifeEnd } from './lifeEnd.ts'

export const replacementParts = ['age', 'cost', 'failures', 'downtime', 'warranty'] as const
export type ReplacementPart = (typeof replacementParts)[number]

/** They add up to 100. */
export const partWeights: Readonly<Record<ReplacementPart, number>> = {
  age: 40,
  cost: 20,
  failures: 15,
  downtime: 15,
  warranty: 10,
}
/** If the known parts weigh less than this, no score is given. */
export const MIN_KNOWN_WEIGHT = 40
/** Below this time under observation, failures and downtime are not known. */
export const MIN_OBSERVED_DAYS = 60
/** Costs of so many months are compared with the price. */
export const COST_MONTHS = 24
/** Costs of this share of the price have 100 points. */
const FULL_COST_SHARE = 0.5
/** The mean of a type counts at least so much, so that one failure does not weigh too much. */
const MIN_FAILURES_A_YEAR = 1
const MIN_DOWNTIME_PERCENT = 1

const DAYS_A_YEAR = 365.25
const DAY_MS = 86_400_000

export interface Observed {
  /** Days in which the status of the equipment is known, of the last 365. */
  days: number
  /** Failures that began in these days. */
  failures: number
  /** Days of unplanned downtime in these days. */
  downDays: number
}

export interface ReplacementFacts {
  purchasedOn: string | null
  expectedYears: number | null
  retiredOn: string | null
  warrantyUntil: string | null
  /** Null if unknown, or hidden from the reader. */
  price: number | null
  /** Costs of the last 24 months. Null if nobody records costs, or hidden from the reader. */
  cost: number | null
  observed: Observed
  /** Other equipment of its type. */
  others: Observed
  /** The year that a person planned. */
  plannedYear: number | null
}

export interface PartOfScore {
  part: ReplacementPart
  /** 0 to 100. Null if not known. */
  points: number | null
  /** What was measured: years, money, failures a year, percent of the time. */
  value: number | null
  /** What it is compared with: expected years, price, the type's mean. */
  compared: number | null
}

export interface ReplacementScore {
  /** 0 to 100. Null if too little is known. */
  score: number | null
  /** Weight of the known parts, of 100. */
  knownWeight: number
  parts: PartOfScore[]
}

const unknown = (part: ReplacementPart): PartOfScore => ({
  part,
  points: null,
  value: null,
  compared: null,
})
const toPoints = (share: number): number => Math.min(100, Math.max(0, share * 100))

function agePart({ purchasedOn, expectedYears }: ReplacementFacts, today: string): PartOfScore {
  if (purchasedOn === null || expectedYears === null || expectedYears <= 0) return unknown('age')
  const years = Math.max(0, (Date.parse(today) - Date.parse(purchasedOn)) / DAY_MS / DAYS_A_YEAR)
  return {
    part: 'age',
    points: toPoints(years / expectedYears),
    value: years,
    compared: expectedYears,
  }
}

function costPart({ cost, price }: ReplacementFacts): PartOfScore {
  if (cost === null || price === null || price <= 0) return unknown('cost')
  const points = toPoints(cost / price / FULL_COST_SHARE)
  return { part: 'cost', points, value: cost, compared: price }
}

/** As much as the type's mean has 50 points, twice as much has 100. */
function againstType(
  part: 'failures' | 'downtime',
  { observed, others }: ReplacementFacts,
  rateOf: (of: Observed) => number,
  least: number,
): PartOfScore {
  if (observed.days < MIN_OBSERVED_DAYS) return unknown(part)
  const value = rateOf(observed)
  const mean = others.days < MIN_OBSERVED_DAYS ? null : rateOf(others)
  const points = toPoints(value / (2 * Math.max(least, mean ?? 0)))
  return { part, points, value, compared: mean }
}

function warrantyPart({ warrantyUntil }: ReplacementFacts, today: string): PartOfScore {
  if (warrantyUntil === null) return unknown('warranty')
  const isOver = warrantyUntil < today
  return { part: 'warranty', points: isOver ? 100 : 0, value: null, compared: null }
}

export function replacementScore(facts: ReplacementFacts, today: string): ReplacementScore {
  const failuresAYear = ({ failures, days }: Observed) => (failures * DAYS_A_YEAR) / days
  const percentDown = ({ downDays, days }: Observed) => (100 * downDays) / days
  const parts = [
    agePart(facts, today),
    costPart(facts),
    againstType('failures', facts, failuresAYear, MIN_FAILURES_A_YEAR),
    againstType('downtime', facts, percentDown, MIN_DOWNTIME_PERCENT),
    warrantyPart(facts, today),
  ]
  let [weight, sum] = [0, 0]
  for (const { part, points } of parts) {
    if (points === null) continue
    weight += partWeights[part]
    sum += points * partWeights[part]
  }
  return {
    score: weight < MIN_KNOWN_WEIGHT ? null : Math.round(sum / weight),
    knownWeight: weight,
    parts,
  }
}

/** Years of the plan, with the present one. */
export const PLAN_YEARS = 5
export const MIN_PLAN_YEAR = 1900
export const MAX_PLAN_YEAR = 2399

export type ReplacementBucket = 'overdue' | 'later' | 'none' | number

export interface ReplacementYear {
  year: number | null
  /** Where the year comes from: a person, the planned retirement, or the end of expected life. */
  by: 'hand' | 'retirement' | 'life' | null
  bucket: ReplacementBucket
}

/** A year that a person planned goes before any other. */
export function replacementYear(
  facts: Pick<ReplacementFacts, 'purchasedOn' | 'expectedYears' | 'retiredOn' | 'plannedYear'>,
  today: string,
): ReplacementYear {
  const now = yearOf(today)
  const { plannedYear, retiredOn } = facts
  if (plannedYear !== null)
    return { year: plannedYear, by: 'hand', bucket: bucketOf(plannedYear, plannedYear < now, now) }
  const end = lifeEnd(facts)
  const day = end ?? retiredOn
  if (day === null) return { year: null, by: null, bucket: 'none' }
  const year = yearOf(day)
  return {
    year,
    by: end === null ? 'retirement' : 'life',
    bucket: bucketOf(year, day < today, now),
  }
}

export const yearOf = (day: string): number => Number(day.slice(0, 4))

const bucketOf = (year: number, isOver: boolean, now: number): ReplacementBucket =>
  isOver ? 'overdue' : year >= now + PLAN_YEARS ? 'later' : year

/** The columns of the plan, in order. */
export const replacementBuckets = (today: string): ReplacementBucket[] => [
  'overdue',
  ...Array.from({ length: PLAN_YEARS }, (_, index) => yearOf(today) + index),
  'later',
  'none',
]

/** Equipment that left service before today. `retiredOn` is the last day in service. */
export const isRetired = (retiredOn: string | null, today: string): boolean =>
  retiredOn !== null && retiredOn < today

export interface PlanCell {
  bucket: ReplacementBucket
  count: number
  /** Sum of the known prices. */
  price: number
  /** Equipment without a price, which the sum lacks. */
  unpriced: number
}

/** Sums for each column. Adds hundredths, so that cents stay exact. */
export function planCells(
  rows: Iterable<{ bucket: ReplacementBucket; price: number | null }>,
  today: string,
): PlanCell[] {
  const buckets = replacementBuckets(today)
  const cells = new Map(buckets.map((bucket) => [bucket, { count: 0, hundredths: 0, unpriced: 0 }]))
  for (const { bucket, price } of rows) {
    const cell = cells.get(bucket)
    if (cell === undefined) continue
    cell.count += 1
    if (price === null) cell.unpriced += 1
    else cell.hundredths += Math.round(price * 100)
  }
  return buckets.map((bucket) => {
    const { count = 0, hundredths = 0, unpriced = 0 } = cells.get(bucket) ?? {}
    return { bucket, count, price: hundredths / 100, unpriced }
  })
}
