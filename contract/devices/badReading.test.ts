import { expect, it } from 'vitest'
import { badReadingOf } from './badReading.ts'

it.each([
  ['badReadings', 'implausible: temperature, a: b', 'implausible', 'temperature, a: b'],
  ['badReadings', 'fromFuture', 'fromFuture', ''],
] as const)(
  'a report set aside for %s, about %s, names the fault and the measurements',
  (reason, about, fault, names) => {
    expect(badReadingOf({ reason, about })).toEqual({ fault, names })
  },
)

it.each([
  ['badReadings', 'implausibleness: co2'],
  ['badReadings', null],
  ['unknownSensor', 'implausible: co2'],
] as const)('a report set aside for %s, about %s, names no fault of a reading', (reason, about) => {
  expect(badReadingOf({ reason, about })).toBeNull()
})
