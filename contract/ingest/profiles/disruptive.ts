import type { Profile } from './profile.ts'

const about = { updatetime: null, isbackfilled: null, samples: null } as const

/** Disruptive Technologies: each event has one kind of data. */
export const disruptive: Profile = {
  family: 'Disruptive Technologies',
  brands: [],
  names: {
    ...about,
    temperature: 'temperature',
    'humidity.temperature': 'temperature',
    'humidity.relativehumidity': 'humidity',
    'waterpresent.state': { metric: 'waterLeak', on: ['present'], off: ['not present'] },
    /** The sensor faces a lid, which is open if nothing is near. */
    'objectpresent.state': { metric: 'contact', on: ['not present'], off: ['present'] },
    'contact.state': 'contact',
    'motion.state': 'motion',
    'deskoccupancy.state': 'motion',
    'objectpresentcount.total': 'counter',
    'touchcount.total': 'counter',
    'co2.ppm': 'co2',
    'pressure.pascal': { metric: 'pressure', from: 'Pa' },
    'batterystatus.percentage': 'battery',
  },
}
