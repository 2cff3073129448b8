/**
 * The positioning engine: readings stay in memory for some seconds, and once a second new ones
 * become positions, written in one batch. A restart loses seconds of readings, but nothing written.
 */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { countOne, type AdvertFault, type Counts } from '#contract/ingest/ignored.ts'
import type { Advert, UnreadAdvert } from '#contract/ingest/reports.ts'
import type { Fix } from '#contract/positioning/fix.ts'
import { forgetGateway, emptyLearned } from '#contract/positioning/learning.ts'
import { KEPT, emptyListening, toObservation, addSample } from '#contract/positioning/listening.ts'
import type { Reading } from '#contract/positioning/samples.ts'
import { distanceBetween } from '#contract/venue/plane.ts'
import { clampInside } from '#contract/venue/polygon.ts'
import * as tables from '#db/schema/index.ts'
import { insertColumns } from '#kernel/data/insertColumns.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { inCompany, type Db } from '#kernel/data/transaction.ts'
import { engineOf, knownCompany, loadWorld, type Company, type Tracked } from './engineState.ts'
import { readFacts } from './facts.ts'
import {
  requeueWrites,
  takeDueWrites,
  recordHeard,
  markGateways,
  momentOf,
  newestStamps,
} from './heardGateways.ts'
import { endListenings, saveListenings, publishListenings } from './pointListening.ts'
import { makeRadioMaps } from './radioMaps.ts'

const FACTS_LIVE = 5_000
/** Metres. If a gateway moves farther, the engine forgets what it learned about it. */
const MOVED = 1
const STILL = 5 * 60_000
/**
 * Last positions are written this often, so that ten thousand stationary tags do not cause a write
 * each second.
 */
const SHOWN_STILL = 60_000
/** Metres. Smaller moves are invisible on the map. */
const SHOWN_MOVE = 0.5

/** Loads in progress by company. Concurrent callers share one. */
const reading = new WeakMap<Kernel, Map<Id<'company'>, Promise<Company>>>()

function readingOf(kernel: Kernel): Map<Id<'company'>, Promise<Company>> {
  const known = reading.get(kernel) ?? new Map<Id<'company'>, Promise<Company>>()
  reading.set(kernel, known)
  return known
}

export async function companyOf(kernel: Kernel, companyId: Id<'company'>): Promise<Company> {
  const known = knownCompany(kernel, companyId)
  const age =
    known === null ? Infinity : Math.abs(kernel.clock.now().getTime() - known.facts.readAt)
  if (known !== null && age < FACTS_LIVE) return known
  const fresh = readingOf(kernel).get(companyId) ?? readAnew(kernel, companyId)
  if (known === null || age >= 2 * FACTS_LIVE) return fresh
  fresh.catch((error: unknown) => kernel.log.warn({ err: error }, 'what the engine knows is old'))
  return known
}

function readAnew(kernel: Kernel, companyId: Id<'company'>): Promise<Company> {
  const all = readingOf(kernel)
  const fresh = readCompany(kernel, companyId)
    .then((company) => {
      // Facts changed during the load, so the next call loads them again.
      if (all.get(companyId) !== fresh) company.facts.readAt = 0
      return company
    })
    .finally(() => {
      if (all.get(companyId) === fresh) all.delete(companyId)
    })
  all.set(companyId, fresh)
  return fresh
}

async function readCompany(kernel: Kernel, companyId: Id<'company'>): Promise<Company> {
  const known = knownCompany(kernel, companyId)
  const now = kernel.clock.now()
  const facts = await inCompany(kernel.pool, companyId, (db) =>
    readFacts(db, companyId, now, known?.facts),
  )
  const fresh = known ?? {
    facts,
    learned: emptyLearned(facts.exponent),
    learnsSince: now,
    tracked: new Map(),
    heardGateways: new Map(),
    maps: new Map(),
    mapsStamp: '',
    pointListenings: new Map(),
  }
  if (facts.exponent !== fresh.facts.exponent) {
    fresh.learned = emptyLearned(facts.exponent)
    fresh.learnsSince = now
  }
  for (const [id, before] of fresh.facts.anchors) {
    const after = facts.anchors.get(id)
    if (after?.floorId !== before.floorId || distanceBetween(before, after) > MOVED)
      forgetGateway(fresh.learned, id)
  }
  fresh.facts = facts
  engineOf(kernel).set(companyId, fresh)
  return fresh
}

/** Call after a gateway, beacon or plan changed. The next report reloads the facts. */
export function forgetFacts(kernel: Kernel, companyId: Id<'company'>): void {
  readingOf(kernel).delete(companyId)
  const known = knownCompany(kernel, companyId)
  if (known) known.facts.readAt = 0
}

const changedSurveys = new WeakMap<Kernel, Set<Id<'company'>>>()

/** Call after survey points changed. The radio maps are rebuilt soon. */
export function surveyChanged(kernel: Kernel, companyId: Id<'company'>): void {
  forgetFacts(kernel, companyId)
  const changed = changedSurveys.get(kernel) ?? new Set()
  changedSurveys.set(kernel, changed.add(companyId))
}

export interface HeardReport {
  accepted: number
  /** Rejected adverts by reason. */
  ignored: Counts<AdvertFault | 'unknownGateway'>
  unknownGateways: string[]
}

export async function ingestAdverts(
  kernel: Kernel,
  companyId: Id<'company'>,
  adverts: readonly Advert[],
  unread: readonly UnreadAdvert[] = [],
): Promise<HeardReport> {
  // Reports with sensors only must not wait for loading plans and beacons.
  if (adverts.length + unread.length === 0) return { accepted: 0, ignored: {}, unknownGateways: [] }
  const company = await companyOf(kernel, companyId)
  const now = kernel.clock.now().getTime()
  const unknown = new Set<string>()
  let accepted = 0
  const ignored: HeardReport['ignored'] = {}
  const forOthers: Passed[] = []
  const newest = newestStamps(adverts)
  const reporting = new Map<string, ReturnType<typeof recordHeard>>()
  const reporterOf = (mac: string, id: Id<'gateway'>) => {
    const known = reporting.get(mac) ?? recordHeard(company.heardGateways, id, newest.get(mac), now)
    reporting.set(mac, known)
    return known
  }
  for (const advert of adverts) {
    const by = company.facts.gateways.get(advert.gateway)
    if (!by) {
      unknown.add(advert.gateway)
      countOne(ignored, 'unknownGateway')
      continue
    }
    const reporter = reporterOf(advert.gateway, by.id)
    const time = momentOf(advert, reporter, now)
    const fault = takeAdvert(company, advert, { gatewayId: by.id, time, now })
    if (fault !== null) {
      countOne(reporter.ignored, fault)
      countOne(ignored, fault)
      continue
    }
    accepted += 1
    if (kernel.servers.areSeveral())
      forOthers.push([advert.beacon, by.id, advert.rssi, time, advert.at, advert.battery ?? null])
  }
  for (const { gateway, fault } of unread) {
    const by = company.facts.gateways.get(gateway)
    if (by) countOne(reporterOf(gateway, by.id).ignored, fault)
    countOne(ignored, fault)
  }
  kernel.servers.tell(companyId, forOthers)
  return { accepted, ignored, unknownGateways: [...unknown] }
}

function takeAdvert(
  company: Company,
  advert: Advert,
  { gatewayId, time, now }: { gatewayId: Id<'gateway'>; time: number; now: number },
): AdvertFault | null {
  if (!company.facts.beacons.has(advert.beacon)) return 'unknownTag'
  if (now - time >= KEPT) return 'tooOld'
  const reading = { gatewayId, rssi: advert.rssi, at: time, reportedAt: advert.at }
  return took(company, advert, reading) ? null : 'twice'
}

/**
 * A reading between servers: beacon, gateway, signal strength, time, the gateway's own time,
 * battery.
 */
type Passed = [string, number, number, number, string | null, number | null]

/**
 * Readings from other servers. Every server keeps recent ones, so that it can take over a company.
 */
async function hearFromOthers(
  kernel: Kernel,
  companyId: Id<'company'>,
  readings: readonly Passed[],
): Promise<void> {
  const company = await companyOf(kernel, companyId)
  const now = kernel.clock.now().getTime()
  for (const [mac, gatewayId, rssi, at, reportedAt, battery] of readings)
    if (now - at < KEPT && company.facts.beacons.has(mac))
      took(company, { beacon: mac, battery }, { gatewayId, rssi, at, reportedAt })
}

export function receiveFromServers(kernel: Kernel): void {
  kernel.servers.listen((companyId, readings) => {
    // published by `ingestAdverts` of another server
    hearFromOthers(kernel, companyId as Id<'company'>, readings as Passed[]).catch(
      (error: unknown) =>
        kernel.log.warn({ err: error }, 'what another server heard was not taken in'),
    )
  })
}

function took(
  company: Company,
  { beacon: mac, battery }: Pick<Advert, 'beacon' | 'battery'>,
  reading: Reading,
): boolean {
  const tracked = company.tracked.get(mac) ?? {
    ...emptyListening(),
    battery: null,
    keptAt: 0,
    kept: null,
    shownAt: 0,
    shown: null,
  }
  company.tracked.set(mac, tracked)
  if (!addSample(tracked, reading)) return false
  publishListenings(company, mac, reading)
  tracked.battery = battery ?? tracked.battery
  return true
}

type Placed = typeof tables.lastPosition.$inferInsert
type Kept = typeof tables.position.$inferInsert

/**
 * Turns new readings into positions, for companies whose engine runs here. Returns the number of
 * positions.
 */
export async function flush(kernel: Kernel): Promise<number> {
  let written = 0
  const own = await kernel.servers.own([...engineOf(kernel).keys()])
  for (const [companyId, company] of engineOf(kernel)) {
    const { last, history, batteries } = own.has(companyId)
      ? await settleAll(company, companyId as Id<'company'>, kernel.clock.now())
      : nothingSettled
    const gateways = takeDueWrites(company.heardGateways, kernel.clock.now().getTime())
    const over = endListenings(company, kernel.clock.now().getTime())
    if (last.length === 0 && gateways.length === 0 && over.length === 0) continue
    await inCompany(kernel.pool, companyId, async (db) => {
      if (kernel.servers.owns(companyId)) await keep(db, last, history)
      const now = kernel.clock.now()
      await saveListenings(db, companyId as Id<'company'>, over, company.facts, now.getTime())
      await markGateways(db, companyId as Id<'company'>, gateways)
      await markBeacons(db, companyId as Id<'company'>, batteries, now)
    }).catch((error: unknown) => {
      // Nothing was written, so all entries become due at the next run.
      requeueWrites(company.heardGateways, gateways)
      for (const tracked of company.tracked.values()) tracked.kept = tracked.shown = null
      throw error
    })
    if (last.length > 0) kernel.live.publish(companyId, ['Position'])
    if (over.length > 0) {
      surveyChanged(kernel, companyId as Id<'company'>)
      kernel.live.publish(companyId, ['SiteSurvey'])
    }
    written += last.length
  }
  return written
}

interface Settled {
  last: Placed[]
  history: Kept[]
  batteries: { id: Id<'beacon'>; battery: number | null }[]
}

const nothingSettled: Settled = { last: [], history: [], batteries: [] }

async function settleAll(company: Company, companyId: Id<'company'>, now: Date): Promise<Settled> {
  const yieldToLoop = makeYielder()
  const world = loadWorld(company)
  const last: Placed[] = []
  const history: Kept[] = []
  const batteries: { id: Id<'beacon'>; battery: number | null }[] = []
  for (const [mac, tracked] of company.tracked) {
    const tag = company.facts.beacons.get(mac)
    if (!tag) company.tracked.delete(mac)
    if (!tag || !tracked.isFresh) continue
    await yieldToLoop()
    const fix = toObservation(tracked, tag, world, now.getTime())
    const ground = fix === null ? undefined : company.facts.floors.get(fix.floorId)
    if (fix === null || !ground) continue
    const nearest = company.facts.anchors.get(fix.used[0]?.gatewayId ?? 0)
    // The estimated mean may lie in a courtyard, so it is moved inside the outline.
    const point = clampInside(
      ground.outline,
      ground.plane.toDegrees(nearest ?? fix),
      ground.plane.toDegrees(fix),
    )
    const roomId = ground.rooms.find(({ id }) => id === fix.roomId)?.id ?? null
    const row = {
      companyId,
      equipmentId: tag.equipmentId,
      floorId: fix.floorId as Id<'floor'>,
      roomId,
      ...point,
      accuracy: fix.accuracy,
      method: fix.method,
      at: now,
    }
    const along = company.facts.fellows.get(tag.equipmentId) ?? []
    const rows = [row, ...along.map((equipmentId) => ({ ...row, equipmentId }))]
    batteries.push({ id: tag.id, battery: tracked.battery })
    const isNews =
      tracked.kept === null ||
      tracked.kept.floorId !== fix.floorId ||
      distanceBetween(tracked.kept, fix) > Math.max(1.5, fix.accuracy / 2) ||
      now.getTime() - tracked.keptAt > STILL
    if (isNews || isToBeShown(tracked, fix, now.getTime())) {
      last.push(...rows.map((each) => ({ ...each, changedAt: now })))
      tracked.shown = fix
      tracked.shownAt = now.getTime()
    }
    if (!isNews) continue
    tracked.kept = fix
    tracked.keptAt = now.getTime()
    history.push(
      ...rows.map((each, at) =>
        at === 0
          ? { ...each, heard: fix.used, rejected: fix.rejected }
          : { ...each, heard: [], rejected: [] },
      ),
    )
  }
  return { last, history, batteries }
}

function isToBeShown({ shown, shownAt }: Tracked, fix: Fix, now: number): boolean {
  return (
    shown === null ||
    shown.floorId !== fix.floorId ||
    shown.roomId !== fix.roomId ||
    distanceBetween(shown, fix) > SHOWN_MOVE ||
    Math.abs(shown.accuracy - fix.accuracy) > SHOWN_MOVE ||
    now - shownAt >= SHOWN_STILL
  )
}

const BATCH = 1_000

async function keep(db: Db, last: readonly Placed[], history: readonly Kept[]): Promise<void> {
  for (let from = 0; from < last.length; from += BATCH)
    await db.execute(sql`${insertColumns(tables.lastPosition, last.slice(from, from + BATCH))}
      on conflict (company_id, equipment_id) do update set floor_id = excluded.floor_id,
        room_id = excluded.room_id, longitude = excluded.longitude, latitude = excluded.latitude,
        accuracy = excluded.accuracy, method = excluded.method, at = excluded.at,
        changed_at = excluded.changed_at
      where ${tables.lastPosition.at} <= excluded.at`)
  for (let from = 0; from < history.length; from += BATCH)
    await db.execute(insertColumns(tables.position, history.slice(from, from + BATCH)))
}

async function markBeacons(
  db: Db,
  companyId: Id<'company'>,
  beacons: readonly { id: Id<'beacon'>; battery: number | null }[],
  now: Date,
): Promise<void> {
  const old = new Date(now.getTime() - 30_000)
  if (beacons.length === 0) return
  const rows = JSON.stringify(beacons)
  await db.execute(sql`update ${tables.beacon}
    set last_heard_at = ${now}, battery = coalesce(heard.battery, ${tables.beacon}.battery)
    from jsonb_to_recordset(${rows}::jsonb) as heard(id int, battery int)
    where ${tables.beacon.companyId} = ${companyId} and ${tables.beacon.id} = heard.id
    and (${tables.beacon.lastHeardAt} is null or ${tables.beacon.lastHeardAt} < ${old})`)
}

/**
 * Includes floors where no gateway is heard, because survey accuracy depends on the points only.
 */
export async function refreshRadioMaps(kernel: Kernel): Promise<void> {
  const changed = changedSurveys.get(kernel) ?? new Set()
  changedSurveys.delete(kernel)
  for (const companyId of changed) await companyOf(kernel, companyId)
  await makeRadioMaps(kernel)
}
