/**
 * Selects the parts of a report that are listed under Set aside. Pure, except for the memory of
 * recent writes.
 */
import { badReadingFaults } from '#contract/devices/unreadReports.ts'
import type { UnusedName } from '#contract/ingest/devices.ts'
import type { ReadingFault, Unread } from '#contract/ingest/measurements.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Admitted } from './keyCalls.ts'
import type { Aside } from './quarantineReport.ts'
import {
  aboutText,
  FURTHER_DEVICES,
  repeatedByDevices,
  type BadReadingFault,
  type Reason,
} from './toUnreadAbout.ts'

const DEVICES_NAMED = 50

/** Faults with a reason of their own. Other faults are listed as bad readings. */
const reasonOf: Partial<Record<ReadingFault, Reason>> = {
  unknownSensor: 'unknownSensor',
  spareMeasurement: 'spareMeasurements',
  noKey: 'noKey',
  wrongKey: 'wrongKey',
  replayed: 'replayed',
  notEncrypted: 'notEncrypted',
  unknownAlias: 'unknownAlias',
  deviceFault: 'deviceFault',
  notKept: 'notKept',
}
const repeated: readonly Reason[] = [...repeatedByDevices, 'nothingRead']

interface Leftovers {
  faults: readonly Unread[]
  unused: readonly UnusedName[]
  isPassing(device: string): boolean
}

export function toAsides({ faults, unused, isPassing }: Leftovers): Aside[] {
  const own = faults.filter(({ device }) => !isPassing(device))
  const passing = faults.filter(
    ({ device, fault }) => isPassing(device) && fault === 'unknownSensor',
  )
  return [
    ...[...groupBy(own, ({ fault }) => fault)].flatMap(([fault, some]) =>
      fault === 'twice' || fault === 'notAvailable'
        ? []
        : byDevice(some, reasonOf[fault] ?? 'badReadings', isBadReading(fault) ? fault : null),
    ),
    ...byDevice(passing, 'newDevice'),
    ...byDevice(unused, 'unknownNames'),
  ]
}

const isBadReading = (fault: ReadingFault): fault is BadReadingFault =>
  badReadingFaults.some((one) => one === fault)

const distinct = (texts: readonly string[]) =>
  [...new Set(texts)].filter((one) => one !== '').toSorted()

function byDevice(
  some: readonly { device: string; label: string }[],
  reason: Reason,
  fault: BadReadingFault | null = null,
): Aside[] {
  const devices = [...groupBy(some, ({ device }) => device)]
  const named = devices.slice(0, DEVICES_NAMED).map(([device, own]): Aside => {
    const isNamed = reason !== 'unknownSensor' && reason !== 'newDevice'
    const names = isNamed ? distinct(own.map(({ label }) => label)).join(', ') : ''
    return { reason, about: aboutText({ device: device || null, names, fault }) }
  })
  const further = devices.length - named.length
  if (further === 0) return named
  const about = aboutText({ device: FURTHER_DEVICES, names: '', fault })
  return [...named, { reason, about, times: further }]
}

/** Milliseconds during which a repeated entry is not written again. */
const REPEATED = 60_000
const REMEMBERED = 5_000
type Written = Map<string, { at: number; count: number }>
const written = new WeakMap<Kernel, Written>()

/** Skips entries written recently. They are counted when due again. */
export function dueAsides(kernel: Kernel, key: Admitted, asides: readonly Aside[]): Aside[] {
  const known: Written = written.get(kernel) ?? new Map()
  written.set(kernel, known)
  const now = kernel.clock.now().getTime()
  return asides.flatMap((one) => {
    if (!repeated.includes(one.reason)) return [one]
    const name = `${key.id} ${one.reason} ${one.about}`
    const before = known.get(name)
    if (before !== undefined && Math.abs(now - before.at) < REPEATED) {
      before.count += 1
      return []
    }
    known.delete(name)
    known.set(name, { at: now, count: 0 })
    const oldest = known.size > REMEMBERED ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    return [{ ...one, times: one.times ?? (before?.count ?? 0) + 1 }]
  })
}
