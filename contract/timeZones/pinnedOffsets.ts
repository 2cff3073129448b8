/**
 * UTC offsets from the pinned release of the tz database, for the server and its tools (decision
 * 62). Page code gets pageOffsets.ts instead: package.json resolves `#zoneOffsets`.
 */
import data from 'moment-timezone/data/packed/latest.json' with { type: 'json' }
import { EARLIEST_DAY, LATEST_INSTANT } from '#contract/rules/bounds.ts'
import { cutTable, offsetIn, toStoredTable, type StoredTable, type ZoneTable } from './zoneTable.ts'
import { readPacked } from './packedZone.ts'

/** The release of the tz database, such as 2026f. */
export const zoneRelease: string = data.version

const packedOf = new Map(data.zones.map((packed) => [packed.slice(0, packed.indexOf('|')), packed]))
const targetOf = new Map(data.links.map((link) => split(link)))
const tables = new Map<string, ZoneTable>()

/** Splits `target|alias`. */
function split(link: string): [string, string] {
  const [target = '', alias = ''] = link.split('|')
  return [alias, target]
}

/** Null if the release does not have the zone. Names are case-sensitive. */
export function zoneTable(zone: string): ZoneTable | null {
  const known = tables.get(zone)
  if (known !== undefined) return known
  const packed = packedOf.get(targetOf.get(zone) ?? zone)
  if (packed === undefined) return null
  const table = readPacked(packed)
  tables.set(zone, table)
  return table
}

/** Milliseconds east of UTC. Throws for an unknown zone. */
export function offsetAt(at: number, zone: string): number {
  const table = tables.get(zone) ?? zoneTable(zone)
  if (table === null) throw new RangeError(`Unknown time zone: ${zone}`)
  return offsetIn(table, at)
}

export const isZone = (zone: string): boolean => zoneTable(zone) !== null

export const zoneNames = (): string[] => [...packedOf.keys(), ...targetOf.keys()].sort()

const EARLIEST = Date.parse(`${EARLIEST_DAY}T00:00:00Z`)
const LATEST = Date.parse(LATEST_INSTANT)

/** A zone's offsets over all dates that can be stored, for a page. Throws for an unknown zone. */
export function zoneTableForPage(zone: string): StoredTable {
  const table = zoneTable(zone)
  if (table === null) throw new RangeError(`Unknown time zone: ${zone}`)
  return toStoredTable(cutTable(table, EARLIEST, LATEST))
}

export const sentZone = (zone: string) => ({ release: zoneRelease, ...zoneTableForPage(zone) })

/** For tests: gives a zone made-up offsets. Returns a function that restores the release's. */
export function replaceZone(zone: string, table: ZoneTable): () => void {
  tables.set(zone, table)
  return () => void tables.delete(zone)
}
