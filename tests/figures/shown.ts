import type { z } from 'zod'
import type { Endpoint, Input } from '#contract/endpoint.ts'

/** Numbers, each with the value computed from its rows. */
export type Pairs = [shown: number | null, rows: number | null][]
export type Shown = Record<string, Pairs>
export type Opens = Record<string, () => Promise<Shown>>
export type Ask = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
) => Promise<z.output<E['response']>>

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

export const everyOne = <T, P>(
  rows: readonly T[],
  pair: (row: T, index: number) => Promise<P>,
): Promise<P[]> => Promise.all(rows.map(pair))

export const pair = (
  shown: number | null | undefined,
  rows: number | null | undefined,
): Pairs[number] => [shown ?? null, rows ?? null]
