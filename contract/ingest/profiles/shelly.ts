/** Profile of Shelly devices from the second generation on, by their RPC components. */
import type { Profile } from './profile.ts'

const volts = { metric: 'other', unit: 'V' } as const
const amperes = { metric: 'other', unit: 'A' } as const
const voltAmperes = { metric: 'other', unit: 'VA' } as const
const hertz = { metric: 'other', unit: 'Hz' } as const
const factor = { metric: 'other' } as const
const wattHours = { metric: 'energy', from: 'Wh' } as const
/**
 * Energy fed into the grid. Returned energy is not consumption, so a sensor reads it only if
 * chosen.
 */
const returned = { metric: 'other', unit: 'Wh' } as const
const chip = { metric: 'other', unit: '°C' } as const

const metered = (component: string) => ({
  [`${component}.output`]: null,
  [`${component}.apower`]: 'power' as const,
  [`${component}.aprtpower`]: voltAmperes,
  [`${component}.voltage`]: volts,
  [`${component}.current`]: amperes,
  [`${component}.freq`]: hertz,
  [`${component}.pf`]: factor,
  [`${component}.aenergy.total`]: wattHours,
  [`${component}.aenergy.byminute`]: null,
  [`${component}.aenergy.minutets`]: null,
  [`${component}.retaenergy.total`]: returned,
  [`${component}.retaenergy.byminute`]: null,
  [`${component}.retaenergy.minutets`]: null,
  [`${component}.temperature.tc`]: chip,
  [`${component}.temperature.tf`]: null,
})

const phase = (name: string) => ({
  [`em.${name}voltage`]: volts,
  [`em.${name}current`]: amperes,
  [`em.${name}actpower`]: 'power' as const,
  [`em.${name}aprtpower`]: voltAmperes,
  [`em.${name}freq`]: hertz,
  [`em.${name}pf`]: factor,
  [`emdata.${name}totalactenergy`]: wattHours,
  [`emdata.${name}totalactretenergy`]: returned,
})

/** Names are a component and its field, without the component's number: `temperature:100.tC`. */
export const shellyRpc: Profile = {
  family: 'Shelly Gen2 and later',
  brands: [],
  names: {
    'temperature.tc': 'temperature',
    'temperature.tf': null,
    'humidity.rh': 'humidity',
    'illuminance.lux': 'illuminance',
    'flood.alarm': 'waterLeak',
    'flood.mute': null,
    'smoke.alarm': 'alarm',
    'smoke.mute': null,
    'presence.value': 'motion',
    'devicepower.battery.percent': 'battery',
    'devicepower.battery.v': volts,
    'devicepower.external.present': null,
    'voltmeter.voltage': volts,
    'voltmeter.xvoltage': 'other',
    'input.state': null,
    'input.percent': { metric: 'other', unit: '%' },
    'input.xpercent': 'other',
    'input.counts.total': 'counter',
    'input.counts.xtotal': 'other',
    'input.freq': hertz,
    'input.xfreq': 'other',
    ...metered('switch'),
    ...metered('pm1'),
    ...metered('cover'),
    ...metered('light'),
    'cover.currentpos': { metric: 'other', unit: '%' },
    'light.brightness': { metric: 'other', unit: '%' },
    'em.totalactpower': 'power',
    'em.totalaprtpower': voltAmperes,
    'em.totalcurrent': amperes,
    'em.ncurrent': amperes,
    'emdata.totalact': wattHours,
    'emdata.totalactret': returned,
    ...phase('a'),
    ...phase('b'),
    ...phase('c'),
    'em1.voltage': volts,
    'em1.current': amperes,
    'em1.actpower': 'power',
    'em1.aprtpower': voltAmperes,
    'em1.freq': hertz,
    'em1.pf': factor,
    'em1data.totalactenergy': wattHours,
    'em1data.totalactretenergy': returned,
    id: null,
  },
}
