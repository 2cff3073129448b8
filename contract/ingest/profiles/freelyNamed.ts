import { moisture } from './generic.ts'
import type { Profile } from './profile.ts'

/**
 * ESPHome and Sparkplug B: users name the measurements. The last words of a name give its meaning,
 * as in `cold_room_temperature`.
 */
export const freelyNamed: Profile = {
  family: 'ESPHome, Sparkplug B',
  brands: [],
  isNamedFreely: true,
  names: {
    door: 'contact',
    window: 'contact',
    contact: 'contact',
    opening: 'contact',
    opened: 'contact',
    moisture,
    waterleak: 'waterLeak',
    tamper: 'alarm',
    carbonmonoxide: 'alarm',
    gas: 'alarm',
    batteryvoltage: { metric: 'other', unit: 'V' },
    batterylevel: 'battery',
    wifisignal: null,
    uptime: null,
    dewpoint: { metric: 'other', unit: '°C' },
    soiltemperature: 'temperature',
    soilhumidity: { metric: 'other', unit: '%' },
    soilmoisture: { metric: 'other', unit: '%' },
    pm1: { metric: 'other', unit: 'µg/m³' },
  },
}
