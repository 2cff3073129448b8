import { and, eq, gte, inArray, isNotNull, lte, or, sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ownersOf } from '../../../foundation/orgEntities/index.ts'
import { placeFacts } from '../facts.ts'
import {
  MAX_SPANS,
  ofList,
  type FoundSpan,
  type ServerEvent,
  type Subject,
  type Window,
} from './kind.ts'
import { changedSince, movesOf, staysIn, touchedSince } from '../../../foundation/journal/index.ts'

const DAY = 86_400_000

export async function equipmentSubjects(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<Map<number, Subject>> {
  const rows = await db
    .select({ equipment: tables.equipment, location: tables.location })
    .from(tables.equipment)
    .leftJoin(tables.location, joinOn(tables.location, tables.equipment.locationId))
    .where(ofCompany(tables.equipment, actor.companyId, isAnyId(tables.equipment.id, ids)))
  const owners = await ownersOf({ db, actor })
  return new Map(
    rows.map(({ equipment, location }): [number, Subject] => [
      equipment.id,
      {
        subject: { kind: 'equipment', id: equipment.id, name: equipment.name },
        equipmentId: equipment.id,
        locationId: null,
        procedureName: equipment.name,
        procedureId: null,
        equipment,
        location,
        thingName: equipment.name,
        ticketId: null,
        facts: {
          procedureIds: [],
          procedureTypeIds: [],
          ...placeFacts(equipment, location, owners),
        },
      },
    ]),
  )
}

export const statusChanged: ServerEvent<'statusChanged'> = {
  tags: ['Equipment'],
  touched: (scope, since) => touchedSince(scope, 'equipment', since),
  subjects: equipmentSubjects,
  shared: {
    widest: () => ({ kind: 'statusChanged', statusIds: [], whenOver: 'nothing' }),
    narrow: ({ statusIds }, spans) => joined(ofList(statusIds, spans)),
  },
  async spans(scope, { statusIds }, { from, known = [], only }) {
    const { db, actor, from: reach } = scope
    const { equipmentStatus, equipment } = tables
    const statuses = await db
      .select({ id: equipmentStatus.id, name: equipmentStatus.name })
      .from(equipmentStatus)
      .where(ofCompany(equipmentStatus, actor.companyId))
    const rows = await db
      .select({ id: equipment.id, statusId: equipment.statusId, createdAt: equipment.createdAt })
      .from(equipment)
      .where(
        reach.equipment(
          or(
            sql`${equipment.id} in ${changedSince(scope, 'equipment', from)}`,
            known.length === 0 ? undefined : isAnyId(equipment.id, known),
          ),
          only === undefined ? undefined : isAnyId(equipment.id, only),
        ),
      )
      .orderBy(equipment.id)
      .limit(MAX_SPANS)
    const moves = await movesOf(
      scope,
      'equipment',
      'status',
      rows.map(({ id }) => id),
    )
    const each = rows.flatMap(({ id, statusId, createdAt }) => {
      const own = moves.get(id) ?? []
      const last = { begin: createdAt.getTime(), isThere: statusId !== null }
      return staysIn(null, own, last).flatMap((stay, index, stays): FoundSpan[] => {
        const isNow = index === stays.length - 1 && stay.to === null
        const ids = isNow
          ? [statusId]
          : statuses.flatMap((status) => (status.name === stay.name ? [status.id] : []))
        return ids.map((of) => ({
          subjectId: id,
          from: stay.from,
          to: stay.to,
          dueAt: stay.from,
          causeRunId: stay.runId,
          ...(of !== null && { of }),
        }))
      })
    })
    return statusIds.length === 0 ? each : joined(ofList(statusIds, each))
  },
}

/** A change among the statuses of a rule neither ends a span nor begins one. */
function joined(spans: readonly FoundSpan[]): FoundSpan[] {
  const whole: FoundSpan[] = []
  for (const span of spans) {
    const last = whole.at(-1)
    if (last?.subjectId === span.subjectId && last.to === span.from) last.to = span.to
    else whole.push({ ...span })
  }
  return whole
}

const AHEAD = DAY
/** A check that is still open lasts so long at most. */
const LASTS = 30 * DAY

export const procedureMissed: ServerEvent<'procedureMissed'> = {
  tags: ['Occurrence', 'Rrule', 'ProcedureLog'],
  subjects: occurrenceSubjects,
  shared: {
    widest: () => ({ kind: 'procedureMissed', procedureIds: [], whenOver: 'nothing' }),
    narrow: ({ procedureIds }, spans) => ofList(procedureIds, spans),
  },
  async spans(scope, { procedureIds }, window) {
    const { db, from } = scope
    const { dueBy, state, doneAt } = tables.occurrence
    const until = new Date(window.now.getTime() + AHEAD)
    const earliest = new Date(
      Math.min(window.from.getTime(), (window.since ?? window.from).getTime()),
    )
    const isOpen = inArray(state, ['planned', 'due', 'late'])
    const rows = await db
      .select({ occurrence: tables.occurrence, runId: tables.rrule.madeByRunId })
      .from(tables.occurrence)
      .innerJoin(tables.rrule, joinOn(tables.rrule, tables.occurrence.rruleId))
      .where(
        from.occurrences(
          procedureIds.length === 0
            ? undefined
            : inArray(tables.occurrence.procedureId, procedureIds),
          isNotNull(dueBy),
          lte(dueBy, until),
          or(
            and(
              isOpen,
              gte(dueBy, new Date(Math.max(earliest.getTime(), window.now.getTime() - LASTS))),
            ),
            and(gte(dueBy, window.from), lte(dueBy, window.now)),
            isKnown(window),
          ),
          sql`(${state} <> 'closed' or ${doneAt} is not null)`,
        ),
      )
      .orderBy(tables.occurrence.id)
      .limit(MAX_SPANS)
    return rows.flatMap(({ occurrence: one, runId }): FoundSpan[] =>
      one.dueBy === null
        ? []
        : [
            {
              subjectId: one.id,
              from: one.at.getTime(),
              dueAt: one.dueBy.getTime(),
              to: one.doneAt?.getTime() ?? null,
              causeRunId: runId,
              of: one.procedureId,
            },
          ],
    )
  },
}

const isKnown = ({ known = [] }: Window): SQL =>
  known.length === 0 ? sql`false` : isAnyId(tables.occurrence.id, known)

async function occurrenceSubjects(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<Map<number, Subject>> {
  const rows = await db
    .select({
      occurrence: tables.occurrence,
      procedure: { name: tables.procedure.name, typeId: tables.procedure.typeId },
      equipment: tables.equipment,
      location: tables.location,
    })
    .from(tables.occurrence)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.occurrence.procedureId))
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.occurrence.equipmentId))
    .leftJoin(
      tables.location,
      and(
        eq(tables.location.companyId, tables.occurrence.companyId),
        sql`${tables.location.id} = coalesce(${tables.occurrence.locationId}, ${tables.equipment.locationId})`,
      ),
    )
    .where(ofCompany(tables.occurrence, actor.companyId, isAnyId(tables.occurrence.id, ids)))
  const owners = await ownersOf({ db, actor })
  return new Map(
    rows.map(({ occurrence, procedure, equipment, location }): [number, Subject] => [
      occurrence.id,
      {
        subject: { kind: 'occurrence', id: occurrence.procedureId, name: procedure.name },
        equipmentId: occurrence.equipmentId,
        locationId: occurrence.locationId,
        procedureName: procedure.name,
        procedureId: occurrence.procedureId,
        equipment,
        location,
        thingName: equipment?.name ?? location?.name ?? null,
        ticketId: null,
        facts: {
          procedureIds: [occurrence.procedureId],
          procedureTypeIds: [procedure.typeId],
          ...placeFacts(equipment, location, owners),
        },
      },
    ]),
  )
}
