import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metricFacts } from '#contract/metricFacts.ts'
import { isChange } from '#contract/metricNames.ts'
import { valuesIn } from '../decoded.ts'
import { conversions } from '../units.ts'
import { meaningOf, plainName, type Meaning, type Profile } from './profile.ts'
import { profiles } from './profileOf.ts'

const cases = profiles.flatMap((profile) =>
  Object.keys(profile.names).flatMap((name): [string, string, Profile, Meaning][] => {
    const meaning = meaningOf(profile, name)
    return meaning ? [[profile.family, name, profile, meaning]] : []
  }),
)
const numeric = cases.filter(([, , , { metric }]) => !isChange(metric))
const yesNo = cases.filter(([, , , { metric }]) => isChange(metric))

/** A pressure counts as air pressure beside another air measurement, so one is added. */
const toldBy = (profile: Profile, name: string, value: unknown) => {
  const beside = meaningOf(profile, name)?.unstated === undefined ? {} : { co2: 400 }
  const { values } = valuesIn({ [name]: value, ...beside }, profile)
  return values.find((one) => one.label === name)
}
const read = (profile: Profile, name: string, value: unknown) => {
  const one = toldBy(profile, name, value)
  return one === undefined ? 'nothing' : 'fault' in one ? one.fault : one.value
}
const metricOf = (profile: Profile, name: string, value: number) => {
  const one = toldBy(profile, name, value)
  return one === undefined || 'fault' in one ? null : one.metric
}
/** Bounds of values where physics sets none, in the metric's unit. */
const WIDEST = [-1e9, 1e9] as const
const boundsOf = ({ bounds, unstated, metric }: Meaning) =>
  bounds ?? unstated ?? metricFacts[metric].physical

/** Converts a value to the unit that the device sends. All conversions are linear. */
function asSent(value: number, { from }: Meaning): number {
  if (from === undefined) return value
  const zero = conversions[from](0)
  return (value - zero) / (conversions[from](1) - zero)
}

describe.each(numeric)('%s: %s', (_family, name, profile, meaning) => {
  const bounds = boundsOf(meaning)
  const readAs = (value: number) => read(profile, name, asSent(value, meaning))

  it('is read at both ends of what it measures, and set aside beyond', () => {
    const [low, high] = bounds ?? WIDEST
    const range = high - low
    // tolerance: converting may round a bound beyond itself
    const inside = meaning.from === undefined ? 0 : range * 1e-9
    for (const value of [low + inside, high - inside])
      if (!isSentinel(meaning, asSent(value, meaning)))
        expect(readAs(value)).toBeCloseTo(value, 3 - Math.ceil(Math.log10(range)))
    if (bounds === null) return
    if (meaning.unstated !== undefined) {
      for (const value of [low - 1, high + 1]) expect(metricOf(profile, name, value)).toBe('other')
      return
    }
    const beyond = meaning.metric === 'battery' ? null : 'implausible'
    for (const value of [low - 1, high + 1])
      if (!isSentinel(meaning, asSent(value, meaning))) expect(readAs(value)).toBe(beyond)
  })

  it('has no value where the device says so, and never a number', () => {
    const absent = [
      ...(meaning.absent ?? []),
      ...(meaning.isOneWire ? [-127] : []),
      null,
      'NaN',
      'NULL',
      'unavailable',
      3.402_823_466_385_288_6e38,
    ]
    for (const value of absent) expect([value, read(profile, name, value)]).toEqual([value, null])
  })

  it('is known in any letter case, and never read beyond its bounds', () => {
    expect(read(profile, name.toUpperCase(), 20)).toEqual(read(profile, name, 20))
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const told = read(profile, name, value)
        const isNamed = metricOf(profile, name, value) !== 'other'
        if (typeof told === 'number' && bounds !== null && isNamed)
          expect(told >= bounds[0] && told <= bounds[1]).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

const isSentinel = ({ absent, isOneWire }: Meaning, value: number) =>
  (absent?.includes(value) ?? false) || (isOneWire === true && value === -127)

describe.each(yesNo)('%s: %s', (_family, name, profile, { on = [], off = [] }) => {
  it('is on and off in the words of its maker', () => {
    const isReversed = on.includes(false)
    for (const value of [true, ...(isReversed ? [] : [1])])
      expect(read(profile, name, value)).toBe(isReversed ? 0 : 1)
    expect(read(profile, name, false)).toBe(isReversed ? 1 : 0)
    for (const value of on) expect(read(profile, name, value)).toBe(1)
    for (const value of off) expect(read(profile, name, value)).toBe(0)
    for (const value of [null, 'NaN', 'unavailable']) expect(read(profile, name, value)).toBe(null)
    expect(read(profile, name, 'SOGGY')).toBe('notANumber')
  })
})

it('every profile of this folder is among the cases', async () => {
  const isProfile = (value: unknown): value is Profile =>
    typeof value === 'object' && value !== null && 'family' in value && 'names' in value
  const files = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'])
  const modules = await Promise.all(Object.values(files).map((load) => load()))
  const written = modules.flatMap((module) => Object.values(module).filter(isProfile))
  expect(written.length).toBeGreaterThanOrEqual(17)
  expect(written.filter((one) => !profiles.includes(one)).map(({ family }) => family)).toEqual([])
  const families = new Set(cases.map(([family]) => family))
  expect(profiles.filter(({ family }) => !families.has(family))).toEqual([])
})

it('every name of a profile is written as it is compared', () => {
  for (const { names } of profiles)
    for (const name of Object.keys(names)) expect(plainName(name)).toBe(name)
})
