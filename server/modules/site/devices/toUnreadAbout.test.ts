import { describe, expect, it } from 'vitest'
import { aboutText, toUnreadAbout } from './toUnreadAbout.ts'

const device = 'A84041000000AA01'

describe('the text about an unread report', () => {
  it.each([
    ['badReadings', { device, names: 'temperature, a: b', fault: 'notANumber' }],
    ['badReadings', { device, names: '', fault: 'fromFuture' }],
    ['badReadings', { device: null, names: '', fault: 'notAReading' }],
    ['unknownSensor', { device, names: '', fault: null }],
    ['spareMeasurements', { device: 'COLD ROOM: 2', names: 'TempC_DS', fault: null }],
    ['unknownNames', { device, names: 'wet_state', fault: null }],
  ] as const)('of %s is read as it was written: %o', (reason, told) => {
    expect(toUnreadAbout(reason, aboutText(told))).toEqual(told)
  })

  it.each([
    [
      'badReadings',
      'implausible: temperature',
      { device: null, names: 'temperature', fault: 'implausible' },
    ],
    ['badReadings', 'implausibleness: co2', { device: null, names: '', fault: null }],
    ['spareMeasurements', `${device}: TempC_DS`, { device, names: 'TempC_DS', fault: null }],
    ['unknownNames', 'BatV, wet_state', { device: null, names: 'BatV, wet_state', fault: null }],
    ['unknownGateway', 'AC233FC00001', { device: null, names: '', fault: null }],
  ] as const)('of %s is understood as earlier versions wrote it: %s', (reason, about, told) => {
    expect(toUnreadAbout(reason, about)).toEqual(told)
  })
})
