/**
 * Payloads of makers with the values that the makers' own decoders read (docs/features/devices.md).
 * In cases marked `unread`, unread parts must be listed as unread.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readReport, reportFormats } from './reports.ts'

interface Case {
  family: string
  device: string
  format: string
  report: unknown
  /** Key of a measurement → value; null for not available. */
  expects: Record<string, number | null>
  metrics?: Record<string, string>
  unread?: string
}
const cases = ['devices', 'makers', 'decoders', 'bridges'].flatMap((name) => {
  const path = new URL(`./fixtures/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as Case[]
})

const read = ({ format, report }: Case) => {
  const known = reportFormats.find((one) => one === format)
  if (known === undefined) throw new Error(`Unknown format: ${format}`)
  const told = readReport(known, report)
  if ('fault' in told) throw new Error(`The report is refused: ${told.fault}`)
  return told
}
const isRight = (one: Case) => {
  const values = new Map(read(one).measurements.map(({ key, value }) => [key, value]))
  return Object.entries(one.expects).every(([key, value]) => {
    const told = values.get(key)
    return value === null || typeof told !== 'number'
      ? told === value
      : Math.abs(told - value) <= Math.abs(value) * 1e-3
  })
}

describe.each(cases.filter((one) => !('unread' in one)))('$family $device', (one) => {
  it('is read as its maker’s decoder reads it', () => {
    const { measurements } = read(one)
    const values = new Map(measurements.map(({ key, value }) => [key, value]))
    for (const [key, value] of Object.entries(one.expects))
      if (value === null) expect([key, values.get(key)]).toEqual([key, null])
      else expect([key, values.get(key)]).toEqual([key, expect.closeTo(value, 1)])
    const metrics = Object.fromEntries(measurements.map(({ key, metric }) => [key, metric]))
    expect(metrics).toMatchObject(one.metrics ?? {})
    expect(isRight(one)).toBe(true)
  })
})

it.each(cases.filter((one) => 'unread' in one))(
  '$family $device is not read as something else',
  (one) => {
    const { measurements, faults, unused } = read(one)
    const left = [...faults, ...unused].map(({ label }) => label)
    for (const key of Object.keys(one.expects)) {
      const told = measurements.find((each) => each.key === key)
      expect(told === undefined ? left : [told.metric]).toContain(
        told === undefined ? key : 'other',
      )
    }
  },
)

it('most of the payloads are read right, and the others were named beforehand', () => {
  expect(cases.length).toBeGreaterThanOrEqual(217)
  expect(cases.filter((one) => 'unread' in one).length).toBeLessThanOrEqual(5)
  expect(cases.filter(isRight).length).toBeGreaterThanOrEqual(cases.length - 5)
})
