/** Content of `about` in an unread report: a device and names of measurements, or other text. */
import { badReadingFaults, type quarantineReasons } from '#contract/devices/unreadReports.ts'
import { truncate } from '#contract/rules/truncate.ts'

export type BadReadingFault = (typeof badReadingFaults)[number]
export type Reason = (typeof quarantineReasons)[number]

export const repeatedByDevices: readonly Reason[] = [
  'newDevice',
  'spareMeasurements',
  'noKey',
  'wrongKey',
  'replayed',
  'notEncrypted',
  'unknownAlias',
  'deviceFault',
  'notKept',
]
const ofDevices: readonly Reason[] = [
  ...repeatedByDevices,
  'unknownSensor',
  'unknownNames',
  'notDecoded',
]

export const FURTHER_DEVICES = '…'
/** Separates device and names. Device ids never contain it. */
const SEPARATOR = ' ·'
const ABOUT_MAXIMUM = 200

export interface UnreadAbout {
  device: string | null
  names: string
  fault: BadReadingFault | null
}

export function aboutText({ device, names, fault }: UnreadAbout): string {
  const isBare = names === '' && fault === null
  const owner = device === null || isBare ? (device ?? '') : `${device}${SEPARATOR}`
  const named = [owner, names].filter((one) => one !== '').join(' ')
  if (fault === null) return truncate(named, ABOUT_MAXIMUM)
  return truncate(named === '' ? fault : `${fault}: ${named}`, ABOUT_MAXIMUM)
}

export function toUnreadAbout(reason: Reason, about: string | null): UnreadAbout {
  const nothing = { device: null, names: '', fault: null }
  if (about === null) return nothing
  if (reason === 'badReadings') {
    const fault = badReadingFaults.find((one) => about === one || about.startsWith(`${one}: `))
    return fault === undefined ? nothing : { ...split(about.substring(fault.length + 2)), fault }
  }
  if (!ofDevices.includes(reason)) return nothing
  const found = split(about)
  if (found.device !== null) return { ...found, fault: null }
  // Earlier versions wrote "DEVICE: names", and unknown names without their device.
  if (reason === 'unknownNames') return { ...nothing, names: about }
  const [device = '', ...names] = about.split(': ')
  return { device, names: names.join(': '), fault: null }
}

function split(text: string): Pick<UnreadAbout, 'device' | 'names'> {
  const at = text.indexOf(SEPARATOR)
  return at === -1
    ? { device: null, names: text }
    : { device: text.substring(0, at), names: text.substring(at + SEPARATOR.length).trim() }
}
