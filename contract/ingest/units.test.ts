import { describe, expect, it } from 'vitest'
import { valuesIn } from './decoded.ts'
import { generic } from './profiles/generic.ts'
import { profileOf } from './profiles/profileOf.ts'
import { statedUnit } from './units.ts'

const read = (name: string, value: number, unit?: string, beside: object = {}) => {
  const told = unit === undefined ? value : { value, unit }
  const { values } = valuesIn({ [name]: told, ...beside }, generic)
  const one = values.find(({ label }) => label === name)
  return one === undefined || 'fault' in one ? one : [one.metric, one.value, one.unit]
}

describe('a stated unit', () => {
  it.each([
    ['pressure', 2.5, 'bar', ['pressure', 2_500, 'hPa']],
    ['pressure', 36, 'psi', ['pressure', 2_482.112_625_48, 'hPa']],
    ['pressure', 0.4, 'MPa', ['pressure', 4_000, 'hPa']],
    ['pressure', 760, 'mmHg', ['pressure', 1_013.250_141_2, 'hPa']],
    ['barometric_pressure', 101_325, 'Pa', ['pressure', 1_013.25, 'hPa']],
    ['temperature', 1_200, '°C', ['temperature', 1_200, '°C']],
    ['temperature', 77.35, 'K', ['temperature', -195.8, '°C']],
    ['temperature', 68, 'deg F', ['temperature', 20, '°C']],
    ['temperature', 68, '℉', ['temperature', 20, '°C']],
    ['pm2_5', 12, 'µg⋅m⁻³', ['pm25', 12, 'µg/m³']],
    ['illuminance', 1.5, 'klx', ['illuminance', 1_500, 'lx']],
    ['power', 2, 'MW', ['power', 2_000_000, 'W']],
    ['power', 2, 'mW', ['power', 0.002, 'W']],
    ['energy', 1_500, 'Wh', ['energy', 1.5, 'kWh']],
  ])('of %s %d %s is converted to that of its metric', (name, value, unit, expected) => {
    const [metric, amount, own] = expected
    expect(read(name, value, unit)).toEqual([metric, expect.closeTo(Number(amount), 6), own])
  })

  it.each([
    ['battery', 3.6, 'V'],
    ['light', 40, '%'],
    ['humidity', 12, 'g/m³'],
    ['power', 4, 'dBm'],
  ])('of another quantity makes %s a number in it: %d %s', (name, value, unit) => {
    expect(read(name, value, unit)).toEqual(['other', value, unit])
  })

  it('of a metric without a unit of its own is kept', () => {
    expect(read('voc', 120, 'ppb')).toEqual(['voc', 120, 'ppb'])
    expect(statedUnit('counter', 'l')).toBe('own')
  })
})

describe('a pressure without a unit', () => {
  it('is that of the air only where the air can have it', () => {
    const air = { temperature: 21 }
    expect(read('pressure', 1_013, undefined, air)).toEqual(['pressure', 1_013, 'hPa'])
    for (const value of [2.5, 36, 1_201, 101_325])
      expect(read('pressure', value, undefined, air)).toEqual(['other', value, ''])
    expect(read('pressure', 0, undefined, air)).toMatchObject({ fault: 'implausible' })
    expect(read('air_pressure', 2.5)).toMatchObject({ fault: 'implausible' })
  })

  // A Milesight EM500-PP sends { battery, pressure } in kPa, and its network may not name it.
  it.each([300, 612, 1_013, 1_200])('is a number where nothing else is of the air: %d', (value) => {
    expect(read('pressure', value, undefined, { battery: 100 })).toEqual(['other', value, ''])
    expect(read('pressure', value, 'kPa')).toEqual(['pressure', value * 10, 'hPa'])
    expect(read('air_pressure', value)).toEqual(['pressure', value, 'hPa'])
  })

  it('of a pipe sensor that its network names is in the kilopascals of its maker', () => {
    const object = { battery: 100, pressure: 1_000 }
    const profile = profileOf(object, 'Milesight EM500-PP')
    expect(valuesIn(object, profile).values).toContainEqual(
      expect.objectContaining({ metric: 'pressure', value: 10_000 }),
    )
  })
})
