import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import {
  coveredShare,
  FEWEST_CELLS_OF_GATEWAY,
  isCovered,
} from '#contract/positioning/calibration.ts'
import { movedGateways } from '#contract/positioning/drift.ts'
import { emptyLearned } from '#contract/positioning/learning.ts'
import type { siteSurvey } from '#contract/rtls/siteSurvey.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { authorOf } from '#kernel/access/actor.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { shownName } from '#kernel/data/shownName.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  forgetFacts,
  knownCompany,
  loadWorld,
  type Company,
  groundOfFloor,
  readSettings,
} from '../positions/index.ts'

type Shown = z.input<(typeof siteSurvey)['getCalibration']['response']>
type Taken = z.input<(typeof siteSurvey)['takeOverCalibration']['response']>

const LISTED = 500
/** Advisory lock id. */
const CALIBRATES = 1_919
/** In dB. Smaller differences are ordinary fluctuation. */
const DRIFTED = 4

export async function calibrationOf(kernel: Kernel, scope: Scope): Promise<Shown> {
  const {
    db,
    from,
    actor: { companyId },
  } = scope
  const company = knownCompany(kernel, companyId)
  const [taken, ...earlier] = await takenOf(scope)
  const { exponent } = await readSettings(scope)
  const learned = company?.learned ?? emptyLearned(exponent)
  const covered = company === null ? new Map<number, number>() : coverage(company)
  const moved = new Map(
    (company === null ? [] : movedGateways(loadWorld(company))).map((one) => [one.gatewayId, one]),
  )
  const standing = from.equipment(
    ofCompany(tables.gateway, companyId),
    eq(tables.gateway.isActive, true),
    eq(tables.lastPosition.method, 'placed'),
  )
  const rows = await db
    .select({
      id: tables.gateway.id,
      equipment: { id: tables.equipment.id, name: tables.equipment.name },
      floorId: tables.lastPosition.floorId,
      longitude: tables.lastPosition.longitude,
      latitude: tables.lastPosition.latitude,
    })
    .from(tables.gateway)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.gateway.equipmentId))
    .innerJoin(
      tables.lastPosition,
      and(
        eq(tables.lastPosition.companyId, tables.gateway.companyId),
        eq(tables.lastPosition.equipmentId, tables.gateway.equipmentId),
      ),
    )
    .where(standing)
    .orderBy(byName(scope, tables.equipment.name), asc(tables.gateway.id))
  const floors = await db
    .select({
      id: tables.floor.id,
      name: shownName(scope, tables.floor),
      buildingName: shownName(scope, tables.building),
    })
    .from(tables.floor)
    .innerJoin(tables.building, joinOn(tables.building, tables.floor.buildingId))
    .where(ofCompany(tables.floor, companyId))
    .orderBy(byName(scope, tables.building.name), asc(tables.floor.ordinal))
  const offsets = new Map(
    (taken?.offsets ?? []).map(({ gatewayId, offset }) => [Number(gatewayId), offset]),
  )
  const withGateways = new Set(rows.map(({ floorId }) => floorId))
  return {
    taken: taken === undefined ? null : takenView(taken),
    earlier: earlier.length,
    set: { power: 0, exponent, spread: emptyLearned(exponent).spread },
    learned: {
      power: learned.power,
      exponent: learned.exponent,
      spread: learned.spread,
      cells: learned.cells,
      since: company?.learnsSince.toISOString() ?? null,
    },
    floors: floors
      .filter(({ id }) => withGateways.has(id))
      .map((one) => {
        const share = covered.get(one.id) ?? 0
        return { ...one, coverage: share, isCovered: isCovered(share) }
      }),
    count: rows.length,
    gateways: rows.slice(0, LISTED).map((one) => {
      const cells = learned.seen.get(one.id)?.size ?? 0
      const now = learned.offsets.get(one.id) ?? 0
      const inUse = taken === undefined ? now : (offsets.get(one.id) ?? 0)
      const there = moved.get(one.id)
      const plane = company?.facts.floors.get(one.floorId)?.plane
      return {
        ...one,
        cells,
        inUse,
        learned: now,
        isCovered: cells >= FEWEST_CELLS_OF_GATEWAY && isCovered(covered.get(one.floorId) ?? 0),
        moved:
          there === undefined || plane === undefined
            ? null
            : { ...plane.toDegrees(there), metres: there.metres },
        drift:
          taken !== undefined && offsets.has(one.id) && Math.abs(now - inUse) >= DRIFTED
            ? now - inUse
            : null,
      }
    }),
  }
}

const coverage = ({ facts, learned }: Company): Map<number, number> =>
  new Map(
    [...facts.floors.keys()].map((floorId) => {
      const ground = groundOfFloor(facts, floorId)
      return [floorId, ground === undefined ? 0 : coveredShare(learned, ground)]
    }),
  )

const takenOf = ({ db, actor: { companyId } }: Scope) =>
  db
    .select()
    .from(tables.radioCalibration)
    .where(ofCompany(tables.radioCalibration, companyId, isNull(tables.radioCalibration.undoneAt)))
    .orderBy(desc(tables.radioCalibration.id))

const takenView = (row: typeof tables.radioCalibration.$inferSelect): Taken => ({
  id: row.id,
  power: row.power,
  exponent: row.exponent,
  spread: row.spread,
  gateways: row.offsets.length,
  at: row.at.toISOString(),
  byName: row.byName,
})

const journalOf = (row: typeof tables.radioCalibration.$inferSelect | undefined) => ({
  learnedPower: row === undefined ? null : Math.round(row.power * 10) / 10,
  learnedExponent: row === undefined ? null : Math.round(row.exponent * 100) / 100,
  calibratedGateways: row === undefined ? null : row.offsets.length,
})

export async function adoptCalibration(kernel: Kernel, scope: Scope): Promise<Taken> {
  const { db, actor, clock } = scope
  const { companyId } = actor
  const company = knownCompany(kernel, companyId)
  const covered = company === null ? new Map<number, number>() : coverage(company)
  const floors = [...covered].filter(([, share]) => isCovered(share)).map(([id]) => id)
  if (company === null || floors.length === 0)
    throw conflict('Tags went through too little of every floor to learn from.', [
      { path: '', code: 'notCovered', message: '' },
    ])
  const { learned, facts } = company
  const offsets = [...facts.anchors.values()].flatMap(({ gatewayId, floorId }) =>
    floors.includes(floorId) && (learned.seen.get(gatewayId)?.size ?? 0) >= FEWEST_CELLS_OF_GATEWAY
      ? [{ gatewayId: gatewayId as Id<'gateway'>, offset: learned.offsets.get(gatewayId) ?? 0 }]
      : [],
  )
  // Serialises double clicks: the second call waits, and finds the calibration accepted.
  await db.execute(sql`select pg_advisory_xact_lock(${CALIBRATES}, ${companyId})`)
  const [before] = await takenOf(scope)
  const isSame =
    before?.power === Math.fround(learned.power) &&
    before.exponent === Math.fround(learned.exponent) &&
    isDeepStrictEqual(before.offsets, offsets)
  if (before !== undefined && isSame) return takenView(before)
  const now = clock.now()
  const [row] = await db
    .insert(tables.radioCalibration)
    .values({
      companyId,
      power: learned.power,
      exponent: learned.exponent,
      spread: learned.spread,
      offsets,
      ...authorOf(actor),
      at: now,
    })
    .returning()
  if (!row) throw new Error('Nothing was written')
  await scope.journal({
    entity: 'company',
    id: companyId,
    name: '',
    before: journalOf(before),
    after: journalOf(row),
  })
  forgetFacts(kernel, companyId)
  return takenView(row)
}

export async function undo(
  kernel: Kernel,
  scope: Scope,
  id: Id<'radioCalibration'>,
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const [before] = await takenOf(scope)
  const undone = await db
    .update(tables.radioCalibration)
    .set({ undoneAt: clock.now(), updatedAt: clock.now() })
    .where(
      ofCompany(
        tables.radioCalibration,
        companyId,
        eq(tables.radioCalibration.id, id),
        isNull(tables.radioCalibration.undoneAt),
      ),
    )
    .returning({ id: tables.radioCalibration.id })
  if (undone.length === 0) throw refuseNotFound('calibration')
  const [after] = await takenOf(scope)
  await scope.journal({
    entity: 'company',
    id: companyId,
    name: '',
    before: journalOf(before),
    after: journalOf(after),
  })
  forgetFacts(kernel, companyId)
}
