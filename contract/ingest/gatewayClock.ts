/**
 * Estimates the offset of a gateway's clock from the arrival of its reports. The smallest lag
 * between timestamp and arrival is the clock's offset; anything above is network delay.
 */
export interface GatewayClock {
  /** Milliseconds that the clock is behind. 0 if the clock is right. */
  behind: number
  /** Milliseconds. For display only: a timestamp in the future counts as now. */
  ahead: number
  agreeing: Agreement
}

/** Lags in milliseconds: arrival minus the report's newest timestamp. */
interface Agreement {
  since: number
  reports: number
  least: number
  most: number
}

/** Milliseconds. Tolerates network delay and a clock that is set only now and then. */
const RIGHT = 3_000
/**
 * Milliseconds. A backlog's lag shrinks as it is sent, so lags that agree this long are not a
 * backlog.
 */
const AGREED = 10_000
const FEWEST = 4

/** Updates the estimate with a report's newest timestamp. `before` is null for the first report. */
export function updateGatewayClock(
  before: GatewayClock | null,
  stamped: number,
  now: number,
): GatewayClock {
  const lag = now - stamped
  const alone = { since: now, reports: 1, least: lag, most: lag }
  if (before === null) return { behind: offsetOf(lag), ahead: offsetOf(-lag), agreeing: alone }
  const { since, reports, least, most } = before.agreeing
  const joined = {
    since,
    reports: reports + 1,
    least: Math.min(least, lag),
    most: Math.max(most, lag),
  }
  const agreeing = joined.most - joined.least <= RIGHT ? joined : alone
  // A report cannot arrive before it was sent.
  const ahead = offsetOf(-agreeing.least)
  if (lag < before.behind) return { behind: offsetOf(lag), ahead, agreeing }
  const isAgreed = agreeing.reports >= FEWEST && now - agreeing.since >= AGREED
  return { behind: isAgreed ? offsetOf(agreeing.least) : before.behind, ahead, agreeing }
}

const offsetOf = (lag: number): number => (lag > RIGHT ? lag : 0)

/** Seconds. A larger offset means that the clock was never set, or was set wrongly. */
const YEARS = 5 * 365 * 86_400

export function clockState(
  behind: number,
): 'right' | 'behind' | 'ahead' | 'neverSet' | 'yearsAhead' {
  if (behind === 0) return 'right'
  if (behind > 0) return behind > YEARS ? 'neverSet' : 'behind'
  return -behind > YEARS ? 'yearsAhead' : 'ahead'
}

/** Converts a gateway's timestamp to server time, in milliseconds. Future timestamps become now. */
export const toServerTime = (
  stamped: number,
  { behind }: Pick<GatewayClock, 'behind'>,
  now: number,
): number => Math.min(now, stamped + behind)
