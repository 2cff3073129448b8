/**
 * UTC offsets of time zones in the page. The server sends the table of the company's zone, so an
 * outdated browser still shows the server's wall time. Other zones use the browser's data.
 */
import { runtimeOffset } from './runtimeOffset.ts'
import { fromStoredTable, offsetIn, type StoredTable, type ZoneTable } from './zoneTable.ts'

const received = new Map<string, ZoneTable>()

/** Stores a zone's table from the server. Returns whether an offset changes. */
export function receiveZone(zone: string, sent: StoredTable): boolean {
  const table = fromStoredTable(sent)
  const known = received.get(zone)
  received.set(zone, table)
  const former = (at: number) => (known ? offsetIn(known, at) : runtimeOffset(at, zone))
  try {
    return [0, ...table.changes, ...(known?.changes ?? [])].some((at) =>
      [at - 1, at].some((instant) => offsetIn(table, instant) !== former(instant)),
    )
  } catch {
    return true // the browser does not know the zone
  }
}

/** Milliseconds east of UTC. Throws for an unknown zone. */
export function offsetAt(at: number, zone: string): number {
  const table = received.get(zone)
  return table === undefined ? runtimeOffset(at, zone) : offsetIn(table, at)
}

export function isZone(zone: string): boolean {
  try {
    offsetAt(0, zone)
    return true
  } catch {
    return false
  }
}
