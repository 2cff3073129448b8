/** Decrypts packets with the keys of their devices, and drops packets received before. */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Measurement, Packet, ReadingFault, Unread } from '#contract/ingest/measurements.ts'
import {
  isRepeated,
  judgeCounter,
  PACKETS_REMEMBERED,
  type HeardPacket,
} from '#contract/ingest/packets.ts'
import type { SealedReport } from '#contract/ingest/said.ts'
import { measuredBy } from '#contract/ingest/scanners.ts'
import * as tables from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { counterOf, openSealed } from './openSealed.ts'

export interface DeviceKey {
  key: string
  counter: number | null
}

/** Maximum devices per server. The least recent device is dropped. */
const DEVICES_MAXIMUM = 20_000
interface Memory {
  heard: HeardPacket[]
  opened: number[]
}
const memories = new WeakMap<Kernel, Map<string, Memory>>()

function memoryOf(kernel: Kernel, companyId: Id<'company'>, device: string): Memory {
  const all = memories.get(kernel) ?? new Map<string, Memory>()
  memories.set(kernel, all)
  const name = `${companyId} ${device}`
  const known = all.get(name) ?? { heard: [], opened: [] }
  all.delete(name)
  all.set(name, known)
  const oldest = all.size > DEVICES_MAXIMUM ? all.keys().next().value : undefined
  if (oldest !== undefined) all.delete(oldest)
  return known
}

export interface Admitted {
  measurements: Measurement[]
  faults: Unread[]
  counters: Map<string, number>
  forget(): void
}

/**
 * Accepts new packets. `keys`: keys of the devices involved. `known`: devices with a sensor here.
 */
export function admitPackets(
  kernel: Kernel,
  companyId: Id<'company'>,
  {
    measurements,
    sealed,
    keys,
    known,
  }: {
    measurements: readonly Measurement[]
    sealed: readonly SealedReport[]
    keys: ReadonlyMap<string, DeviceKey>
    known: ReadonlySet<string>
  },
): Admitted {
  const now = kernel.clock.now().getTime()
  const undo: (() => void)[] = []
  const admitted: Admitted = {
    measurements: [],
    faults: [],
    counters: new Map(),
    forget: () => {
      for (const one of undo) one()
    },
  }
  const refuse = (fault: ReadingFault, device: string, label = '') =>
    admitted.faults.push({ fault, device, label })
  const repeats = new Map<Packet, boolean>()

  function repeatsOf(device: string, packet: Packet): boolean {
    const before = repeats.get(packet)
    if (before !== undefined) return before
    const { id } = packet
    const memory = memoryOf(kernel, companyId, device)
    const isRepeat = id !== null && isRepeated(id, memory.heard, now)
    repeats.set(packet, isRepeat)
    if (id !== null && !isRepeat) {
      const one = { id, at: now }
      memory.heard = [...memory.heard, one].slice(-PACKETS_REMEMBERED)
      undo.push(() => {
        memory.heard = memory.heard.filter((each) => each !== one)
      })
    }
    return isRepeat
  }

  function admit(one: Measurement): void {
    const { device, label, packet } = one
    if (packet?.isPlain === true && keys.has(device)) refuse('notEncrypted', device, label)
    else if (packet !== undefined && repeatsOf(device, packet)) refuse('twice', device, label)
    else admitted.measurements.push(one)
  }

  function open(report: SealedReport): void {
    const { device } = report
    if (!known.has(device)) return void refuse('unknownSensor', device)
    const key = keys.get(device)
    if (key === undefined) return void refuse('noKey', device)
    const counter = counterOf(report)
    const memory = memoryOf(kernel, companyId, device)
    const last = admitted.counters.get(device) ?? key.counter
    const verdict = judgeCounter(counter, last, memory.opened)
    if (verdict === 'repeated') return void refuse('twice', device)
    if (verdict === 'replayed') return void refuse('replayed', device)
    const said = openSealed(report, key.key)
    if (said === null) return void refuse('wrongKey', device)
    admitted.counters.set(device, counter)
    const before = memory.opened
    memory.opened =
      verdict === 'restarted' ? [counter] : [...before, counter].slice(-PACKETS_REMEMBERED)
    undo.push(() => {
      memory.opened = before
    })
    for (const one of measuredBy(device, report.gateways[0] ?? null, said, report.at))
      if ('fault' in one) admitted.faults.push(one)
      else admit(one)
  }

  for (const one of measurements) admit(one)
  for (const report of sealed.toSorted((one, other) => counterOf(one) - counterOf(other)))
    open(report)
  return admitted
}

export async function saveCounters(
  db: Db,
  companyId: Id<'company'>,
  counters: ReadonlyMap<string, number>,
): Promise<void> {
  if (counters.size === 0) return
  const documents = [...counters].map(([device, counter]) => ({ device, counter }))
  await db.execute(sql`update ${tables.deviceKey} set counter = told.counter
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as told(device text, counter int8)
    where ${tables.deviceKey.companyId} = ${companyId}
      and ${tables.deviceKey.deviceId} = told.device`)
}
