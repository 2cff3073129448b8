/** Reliability figures of equipment over a span of time (IEC 60050-192; spec section 7). */

/** Below this number of failures a mean says nothing, so none is given. */
const MIN_FAILURES = 3
/** Of the intervals that are given. */
const CONFIDENCE = 0.9

export interface ReliabilitySums {
  /** Seconds in which the equipment existed and its status is known, over all equipment. */
  observedSeconds: number
  /** Seconds without use, of which planned. */
  downSeconds: number
  plannedSeconds: number
  /** Unplanned downtimes that began in the span. */
  failures: number
  /** Of these failures those that ended in the span, and their seconds. */
  repairs: number
  repairSeconds: number
}

/** A mean in seconds with its interval. */
export interface MeanSeconds {
  mean: number
  low: number
  /** Null if the data set no upper limit. */
  high: number | null
}

export interface ReliabilityFigures {
  /** Percent of the observed time in which the equipment could be used; null without any. */
  availability: number | null
  /** Mean time between failures: usable time for each failure. Null without observed time. */
  mtbf: MeanSeconds | null
  /** Mean time to restoration of unplanned downtimes. */
  mttr: MeanSeconds | null
}

export function reliabilityOf(sums: ReliabilitySums): ReliabilityFigures {
  const { observedSeconds, downSeconds, failures, repairs, repairSeconds } = sums
  const usable = Math.max(0, observedSeconds - downSeconds)
  return {
    availability: observedSeconds <= 0 ? null : (100 * usable) / observedSeconds,
    mtbf:
      failures < MIN_FAILURES || observedSeconds <= 0
        ? null
        : meanOf(usable, failures, failures + 1),
    mttr: repairs < MIN_FAILURES ? null : meanOf(repairSeconds, repairs, repairs),
  }
}

/**
 * The mean of exponential times with the chi-squared interval of IEC 60605-4. For a span that ends
 * at a time, and not at a failure, the lower limit has two more degrees of freedom.
 */
function meanOf(total: number, events: number, eventsOfLowLimit: number): MeanSeconds {
  const tail = (1 - CONFIDENCE) / 2
  const least = gammaQuantile(tail, events)
  return {
    mean: total / events,
    low: total / gammaQuantile(1 - tail, eventsOfLowLimit),
    high: least === 0 ? null : total / least,
  }
}

/**
 * Quantile of the gamma distribution with a whole shape and scale 1, half that of chi-squared with
 * twice as many degrees of freedom. Exact to 12 digits by bisection of the Poisson sum.
 */
export function gammaQuantile(probability: number, shape: number): number {
  let [low, high] = [0, Math.max(10, shape * 2)]
  while (gammaBelow(high, shape) < probability) high *= 2
  for (let step = 0; step < 200 && high - low > 1e-12 * high; step += 1) {
    const middle = (low + high) / 2
    if (gammaBelow(middle, shape) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** P(X <= x): one minus the chance of fewer than `shape` Poisson events. In logarithms. */
function gammaBelow(x: number, shape: number): number {
  if (x <= 0) return 0
  let [sum, log] = [0, -x]
  for (let events = 0; events < shape; events += 1) {
    if (events > 0) log += Math.log(x / events)
    sum += Math.exp(log)
  }
  return 1 - sum
}
