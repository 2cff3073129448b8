import { setTimeout as wait } from 'node:timers/promises'

export interface Row {
  part: string
  what: string
  where: string
  values: Record<string, number | string>
}

/** p50, p95 and p99 in milliseconds. */
export function percentiles(times: readonly number[]): Record<string, number> {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const round = (value: number): number => Math.round(value * 10) / 10
export const hundredths = (value: number): number => Math.round(value * 100) / 100

export async function timed(
  count: number,
  clients: number,
  call: (turn: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  let turn = 0
  const client = async () => {
    while (turn < count) {
      const mine = turn
      turn += 1
      const begun = performance.now()
      await call(mine)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return times
}

/** Starts `count` calls at this rate, whether or not earlier ones were answered. */
export async function paced(
  count: number,
  perSecond: number,
  call: (turn: number) => Promise<unknown>,
): Promise<void> {
  const calls: Promise<unknown>[] = []
  for (let turn = 0; turn < count; turn += 1) {
    calls.push(call(turn))
    await wait(1000 / perSecond)
  }
  await Promise.all(calls)
}
