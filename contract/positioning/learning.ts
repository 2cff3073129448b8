/**
 * Learns a building's radio parameters from traffic: transmit power, path loss exponent and the
 * offset of each gateway. This is incremental expectation–maximisation. The engine estimates
 * positions (expectation); now and then the parameters are fitted to them (maximisation), held near
 * the configured values by priors. Each cell of two metres counts once, however long a tag stays in
 * it.
 */
export interface Learned {
  /** Added to every tag's measured power, in dB. */
  power: number
  exponent: number
  /** Per gateway in dB, in addition to its own correction. */
  offsets: Map<number, number>
  /** Standard deviation of the model's error, in dB. */
  spread: number
  cells: number
  seen: Map<number, Map<number, Seen>>
  unfitted: number
  evidence: Float64Array
  heard: number
  /**
   * When each gateway last reported anything. Silence counts only for gateways that are listening.
   */
  listened: Map<number, number>
  /** Faintest signal heard in the building, in dBm. */
  faintest: number
  /** Parameters by the evidence. The fit starts there and stays near. */
  likely: { power: number; exponent: number }
  lessons: number
}
/** Moving averages over the visits of one cell. */
interface Seen {
  rssi: number
  loss: number
  lossSquared: number
  visits: number
}
export interface Lesson {
  gatewayId: number
  /** Minus the tag's measured power, in dB. */
  rssi: number
  /** Expected value over the tag's probable positions. */
  loss: number
  lossSquared: number
}

/** Standard deviations of the priors. `power` and `offset` are in dB. */
const priors = { power: 10, exponent: 0.5, offset: 1.2 } as const
/** Standard deviations of the fit around the evidence's values. */
const held = { power: 3, exponent: 0.2 } as const
const BOUNDS = { power: 25, offset: 10, exponent: [1.5, 4.5], spread: [5, 8] } as const
const FAINTEST = -92
const FIRST_SPREAD = 6
/** With fewer cells, no parameters are fitted. */
const FEWEST = 12
const FIT_AFTER = 60
const MAX_CELLS = 4_000
const MAX_GATEWAYS = 2_000

export const emptyLearned = (exponent: number): Learned => ({
  power: 0,
  exponent,
  offsets: new Map(),
  spread: FIRST_SPREAD,
  cells: 0,
  seen: new Map(),
  unfitted: 0,
  evidence: new Float64Array(radios.length),
  heard: 0,
  listened: new Map(),
  faintest: FAINTEST,
  likely: { power: 0, exponent },
  lessons: 0,
})

const powers = Array.from({ length: 12 }, (_value, index) => -18 + 4 * index)
const exponents = [1.7, 2.1, 2.5, 2.9, 3.3] as const
export const radios = powers.flatMap((power) => exponents.map((exponent) => ({ power, exponent })))
/** Discounts observations of one tag, because they share shadows. */
const TEMPERED = 0.4
/** Memory in observations, because tags are replaced and walls moved. */
const REMEMBERED = 1_000

/**
 * Adds one observation's evidence for each of `radios`, wherever the tag was. Unlike the fit, it
 * finds power and exponent from a distant start within a few observations.
 */
export function recordEvidence(
  learned: Learned,
  evidence: readonly number[],
  set: { exponent: number },
): void {
  learned.heard += 1
  const logs = radios.map(({ power, exponent }, index) => {
    const sofar =
      (learned.evidence[index] ?? 0) * (1 - 1 / REMEMBERED) + TEMPERED * (evidence[index] ?? 0)
    learned.evidence[index] = sofar
    return (
      sofar -
      (power / priors.power) ** 2 / 2 -
      ((exponent - set.exponent) / priors.exponent) ** 2 / 2
    )
  })
  const best = Math.max(...logs)
  let [total, power, exponent] = [0, 0, 0]
  for (const [index, radio] of radios.entries()) {
    const weight = Math.exp((logs[index] ?? 0) - best)
    total += weight
    power += weight * radio.power
    exponent += weight * radio.exponent
  }
  learned.likely = { power: power / total, exponent: exponent / total }
  if (learned.cells < FEWEST) Object.assign(learned, learned.likely)
}

export function recordLessons(learned: Learned, cell: number, lessons: readonly Lesson[]): void {
  learned.lessons += 1
  for (const { gatewayId, rssi, loss, lossSquared } of lessons) {
    const cells = learned.seen.get(gatewayId) ?? new Map<number, Seen>()
    if (!learned.seen.has(gatewayId)) {
      if (learned.seen.size >= MAX_GATEWAYS) continue
      learned.seen.set(gatewayId, cells)
    }
    const known = cells.get(cell)
    if (!known && cells.size >= MAX_CELLS) continue
    const visits = (known?.visits ?? 0) + 1
    const share = Math.max(0.15, 1 / visits)
    const mixed = (before: number | undefined, now: number) =>
      before === undefined ? now : before + (now - before) * share
    cells.set(cell, {
      rssi: mixed(known?.rssi, rssi),
      loss: mixed(known?.loss, loss),
      lossSquared: mixed(known?.lossSquared, lossSquared),
      visits,
    })
  }
  learned.unfitted += lessons.length
  if (learned.unfitted >= Math.max(FIT_AFTER, learned.cells / 4)) {
    learned.unfitted = 0
    fit(learned)
  }
}

/**
 * Ridge regression with robust weights, alternating between offsets and the two common parameters.
 */
function fit(learned: Learned): void {
  const { likely } = learned
  const pairs = [...learned.seen.values()].reduce((sum, cells) => sum + cells.size, 0)
  learned.cells = pairs
  if (pairs < FEWEST) return
  const variance = learned.spread ** 2
  const weightOf = (miss: number) => 5 / (4 + (miss * miss) / variance)
  for (let turn = 0; turn < 4; turn += 1) {
    let [n, l, ll, r, rl] = [
      variance / held.power ** 2,
      0,
      variance / held.exponent ** 2,
      (likely.power * variance) / held.power ** 2,
      (likely.exponent * variance) / held.exponent ** 2,
    ]
    for (const [gatewayId, cells] of learned.seen) {
      const offset = learned.offsets.get(gatewayId) ?? 0
      for (const { rssi, loss, lossSquared } of cells.values()) {
        const left = rssi + offset
        const weight = weightOf(left - learned.power - learned.exponent * loss)
        n += weight
        l += weight * loss
        ll += weight * lossSquared
        r += weight * left
        rl += weight * left * loss
      }
    }
    const determinant = n * ll - l * l
    if (determinant > 1e-6) {
      learned.exponent = within((n * rl - l * r) / determinant, ...BOUNDS.exponent)
      learned.power = within((r - learned.exponent * l) / n, -BOUNDS.power, BOUNDS.power)
    }
    let [squares, total] = [10 * FIRST_SPREAD ** 2, 10]
    for (const [gatewayId, cells] of learned.seen) {
      let [sum, weights] = [0, variance / priors.offset ** 2]
      const offset = learned.offsets.get(gatewayId) ?? 0
      for (const { rssi, loss } of cells.values()) {
        const miss = learned.power + learned.exponent * loss - rssi
        const weight = weightOf(miss - offset)
        sum += weight * miss
        weights += weight
        squares += weight * (miss - offset) ** 2
        total += weight
      }
      learned.offsets.set(gatewayId, within(sum / weights, -BOUNDS.offset, BOUNDS.offset))
    }
    learned.spread = within(Math.sqrt(squares / total), ...BOUNDS.spread)
  }
}

const within = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value))

/** Call when a gateway is moved or replaced: its learnt values no longer apply. */
export function forgetGateway(learned: Learned, gatewayId: number): void {
  learned.seen.delete(gatewayId)
  learned.offsets.delete(gatewayId)
}
