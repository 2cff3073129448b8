/**
 * Parses messages of MOKO gateways: scan reports of raw advertisements. Message 3070 lists them
 * directly, the older 3004 within `value`.
 */
import { readAdvertisement } from './advertisement.ts'
import { bytesOf } from './bytes.ts'
import { macOf, record } from './fields.ts'
import type { Said } from './said.ts'
import type { Scanned } from './scanners.ts'

const SCANS = [3004, 3070]
/** One above the limit, so that a longer report is refused instead of cut. */
const MAX_ADVERTS = 5_001

export function readMokoGateway(payload: unknown, along: readonly string[]): Scanned | null {
  const message = record(payload)
  const kind = message['msg_id']
  if (typeof kind !== 'number') return null
  if (!SCANS.includes(kind)) return { heard: [], skipped: 0, isEvent: true }
  const gateway = macOf(record(message['device_info'])['mac']) ?? macOf(along[0])
  const scans = Array.isArray(message['data']) ? message['data'].slice(0, MAX_ADVERTS) : []
  const told = scans.map(record).map((scan) => ({ ...scan, ...record(scan['value']) }))
  const heard = told.flatMap((scan: Record<string, unknown>) => {
    const radio = macOf(scan['mac'])
    // The clock of the gateway is unreliable, so the server uses the current time.
    return radio === null
      ? []
      : [{ gateway, radio, rssi: scan['rssi'], at: null, said: saidIn(scan) }]
  })
  return { heard, skipped: told.length - heard.length }
}

/** The advertisement, or else the answer to a scan. */
function saidIn(scan: Readonly<Record<string, unknown>>): Said | null {
  const said = ['adv_data', 'raw', 'raw data', 'rsp_data'].flatMap((name) => {
    const bytes = bytesOf(scan[name])
    const read = bytes === null || bytes.length === 0 ? null : readAdvertisement(bytes)
    return read === null ? [] : [read]
  })
  return said.find(({ unknownPart }) => unknownPart === undefined) ?? said[0] ?? null
}
