/**
 * Applies a new release of the tz database: moves the affected stored dates once, and journals each
 * schedule. Other future dates are computed from wall times, so they need no move.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import type { Kernel } from '#kernel/kernel.ts'
import { zoneTableForPage, zoneRelease, zoneTable } from '#contract/timeZones/pinnedOffsets.ts'
import { runtimeTable } from '#contract/timeZones/runtimeTable.ts'
import {
  DAY_MS,
  fromStoredTable,
  tableDifferences,
  toStoredTable,
  type OffsetDifference,
  type StoredTable,
  type ZoneTable,
} from '#contract/timeZones/zoneTable.ts'
import * as tables from '#db/schema/index.ts'
import { ZONE_RELEASE } from '#db/zoneGuard.ts'
import { runtimeRelease } from '#kernel/data/zoneData.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { moveCompany, offsetText } from './zoneMoves.ts'

const ZONE_TABLES = 'zone tables'

interface StoredZone {
  table: StoredTable
  /** The offsets stored first. Calendar UIDs derive from them and so never change. */
  first: StoredTable
}
type StoredZones = Record<string, StoredZone>

interface MovedZone {
  zone: string
  change: OffsetDifference
}
export interface ZoneUpgrade {
  /** `newer`: a newer server moved the dates; this one must not write occurrences. */
  outcome: 'current' | 'moved' | 'newer'
  from: string | null
  zones: MovedZone[]
  schedules: number
  occurrences: number
}

/** Comparison starts this long ago, to find since when a zone differs. */
const LOOK_BACK = 400 * DAY_MS
const RUNTIME_YEARS = 75

export async function upgradeZones(pool: Kernel['pool'], now: Date): Promise<ZoneUpgrade> {
  return asSystem(pool, async (db) => {
    const known = await readZones(db)
    return isCurrent(known, await zonesInUse(db)) ? nothing(known.release) : upgrade(db, now)
  })
}

export async function planZoneUpgrade(pool: Kernel['pool'], now: Date): Promise<ZoneUpgrade> {
  let found: ZoneUpgrade | undefined
  const undo = new Error('A dry run is rolled back')
  await asSystem(pool, async (db) => {
    found = await upgrade(db, now)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return found ?? nothing(null)
}

const nothing = (from: string | null): ZoneUpgrade => ({
  outcome: 'current',
  from,
  zones: [],
  schedules: 0,
  occurrences: 0,
})

interface Known {
  release: string | null
  zones: StoredZones
}

async function readZones(db: Db): Promise<Known> {
  const rows = await db
    .select()
    .from(tables.installation)
    .where(inArray(tables.installation.key, [ZONE_RELEASE, ZONE_TABLES]))
  const valueOf = (key: string) => rows.find((row) => row.key === key)?.value
  return {
    release: valueOf(ZONE_RELEASE) ?? null,
    zones: JSON.parse(valueOf(ZONE_TABLES) ?? '{}') as StoredZones,
  }
}

async function zonesInUse(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ zone: tables.company.timezone }).from(tables.company)
  return rows.map(({ zone }) => zone).filter((zone) => zoneTable(zone) !== null)
}

const isCurrent = ({ release, zones }: Known, inUse: readonly string[]): boolean =>
  release === zoneRelease && inUse.every((zone) => zones[zone] !== undefined)

async function upgrade(db: Db, now: Date): Promise<ZoneUpgrade> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('zone data'))`)
  const known = await readZones(db)
  const inUse = await zonesInUse(db)
  if (isCurrent(known, inUse)) return nothing(known.release)
  if (known.release !== null && known.release > zoneRelease)
    return { ...nothing(known.release), outcome: 'newer' }
  // First, so that the trigger of occurrences accepts the moves below.
  await save(db, ZONE_RELEASE, zoneRelease)
  const report: ZoneUpgrade = { ...nothing(known.release ?? runtimeRelease), outcome: 'moved' }
  const zones: StoredZones = {}
  for (const zone of new Set([...Object.keys(known.zones), ...inUse])) {
    const after = zoneTable(zone)
    if (after === null) continue
    const stored = known.zones[zone]
    const before = stored ? fromStoredTable(stored.table) : formerTable(known, zone, now)
    zones[zone] = {
      table: zoneTableForPage(zone),
      first: stored?.first ?? (before === null ? zoneTableForPage(zone) : toStoredTable(before)),
    }
    const change = before && changeAhead(before, after, now)
    if (before === null || change === null || change === undefined) continue
    // Locks out older servers, which must not add occurrences between the read and the write.
    if (report.zones.length === 0)
      await db.execute(sql`lock table ${tables.occurrence} in share row exclusive mode`)
    report.zones.push({ zone, change })
    for (const company of await companiesIn(db, zone)) {
      const moved = await moveCompany(db, company, {
        before,
        change,
        from: report.from ?? '?',
        to: zoneRelease,
        now,
      })
      report.schedules += moved.schedules
      report.occurrences += moved.occurrences
    }
  }
  await save(db, ZONE_TABLES, JSON.stringify(zones))
  return report
}

/** Servers of earlier versions used the runtime's data. Null for a zone that is new here. */
function formerTable({ release }: Known, zone: string, now: Date): ZoneTable | null {
  if (release !== null) return null
  const at = now.getTime()
  const day = Math.floor(at / DAY_MS) * DAY_MS
  return runtimeTable(zone, day - LOOK_BACK, day + RUNTIME_YEARS * 365 * DAY_MS)
}

/** The first difference that still applies or is in the future, within the years of both tables. */
function changeAhead(before: ZoneTable, after: ZoneTable, now: Date): OffsetDifference | null {
  const at = now.getTime()
  const horizon = at + (RUNTIME_YEARS - 1) * 365 * DAY_MS
  const change = tableDifferences(before, after, at - LOOK_BACK).find(
    ({ from, to }) => to > at - 2 * DAY_MS && from < horizon,
  )
  return change ?? null
}

const companiesIn = (db: Db, zone: string) =>
  db
    .select({
      companyId: tables.company.id,
      timezone: tables.company.timezone,
      language: tables.company.language,
    })
    .from(tables.company)
    .where(eq(tables.company.timezone, zone))

const save = (db: Db, key: string, value: string) =>
  db
    .insert(tables.installation)
    .values({ key, value })
    .onConflictDoUpdate({ target: tables.installation.key, set: { value } })

export async function storedReleaseIfOther(db: Db): Promise<string | null> {
  const [found] = await db
    .select({ release: tables.installation.value })
    .from(tables.installation)
    .where(eq(tables.installation.key, ZONE_RELEASE))
  return found === undefined || found.release === zoneRelease ? null : found.release
}

/** The offsets from which calendar UIDs of this zone derive. Null for the current offsets. */
export async function firstTable(db: Db, zone: string): Promise<ZoneTable | null> {
  const stored = (await readZones(db)).zones[zone]
  return stored === undefined ? null : fromStoredTable(stored.first)
}

/** Describes the upgrade in a sentence, for the start or, with `isPlan`, for the doctor. */
export function describeUpgrade(
  { outcome, from, zones, schedules, occurrences }: ZoneUpgrade,
  isPlan = false,
): string | null {
  if (outcome === 'newer')
    return `Stored occurrences follow the tz database ${from}, which is newer than ${zoneRelease} here: this server writes none. Start the newer version.`
  if (zones.length === 0) return null
  const list = zones.map(
    ({ zone, change }) =>
      `${zone} from ${new Date(change.from).toISOString().slice(0, 10)} on ${offsetText(change.after)} (${offsetText(change.before)} before)`,
  )
  return `The tz database ${zoneRelease} ${isPlan ? 'will replace' : 'replaced'} ${from ?? 'an unknown release'}: ${list.join(', ')}. It ${isPlan ? 'will move' : 'moved'} the future dates of ${schedules} schedules and ${occurrences} stored occurrences.`
}
