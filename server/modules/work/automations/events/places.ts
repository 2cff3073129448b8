/** Equipment in a place, or away from it, from its kept visits. */
import { inArray, or, sql } from 'drizzle-orm'
import type { EventByKind } from '#contract/automation/events.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { isVisitTo } from '../../../site/zones/index.ts'
import { MAX_SPANS, type FoundSpan, type ServerEvent, type Window } from './kind.ts'
import { equipmentSubjects } from './things.ts'

const MINUTE = 60_000
/** A visit is known to be over half an hour after its end at the latest. */
const KNOWN_WITHIN = 60 * MINUTE

type PlaceEvent = EventByKind<'equipmentInPlace' | 'equipmentAway'>
/** Seconds since 1970. `back`: when it came again. */
interface Stay {
  id: number
  entered: number
  left: number | null
  back: number | null
}

/** Stays of equipment that is there, left since `reach`, or is known. A move inside ends none. */
async function staysIn(
  { db, actor, from }: Scope,
  { locationId, equipmentTypeIds }: PlaceEvent,
  { known = [] }: Window,
  reach: Date,
): Promise<Stay[]> {
  const { companyId } = actor
  const { visit, equipment } = tables
  const ofPlace = sql`${visit.companyId} = ${companyId} and ${isVisitTo(companyId, locationId)}`
  const isRecent = or(
    sql`${visit.leftAt} is null`,
    sql`${visit.leftAt} >= ${reach.toISOString()}::timestamptz`,
    known.length === 0 ? undefined : isAnyId(visit.equipmentId, known),
  )
  const isOfRule = from.equipment(
    equipmentTypeIds.length === 0 ? undefined : inArray(equipment.typeId, equipmentTypeIds),
  )
  const { rows } = await db.execute<Stay & Record<string, unknown>>(sql`
    with visits as (
      select equipment_id, entered_at, coalesce(left_at, 'infinity'::timestamptz) as left_at
      from ${visit} where ${ofPlace}
      and equipment_id in (select equipment_id from ${visit} where ${ofPlace} and ${isRecent})
      and equipment_id in (select ${equipment.id} from ${equipment} where ${isOfRule})),
    marked as (
      select *, coalesce(entered_at > max(left_at) over (partition by equipment_id
        order by entered_at, left_at rows between unbounded preceding and 1 preceding), true) as begins
      from visits),
    numbered as (
      select *, count(*) filter (where begins) over (partition by equipment_id
        order by entered_at, left_at) as stay from marked),
    stays as (
      select equipment_id, min(entered_at) as entered, max(left_at) as "left"
      from numbered group by equipment_id, stay)
    select equipment_id as id, extract(epoch from entered)::float8 as entered,
      case when "left" = 'infinity' then null else extract(epoch from "left")::float8 end as "left",
      extract(epoch from lead(entered) over (partition by equipment_id order by entered))::float8 as back
    from stays order by id, entered limit ${MAX_SPANS}`)
  return rows
}

const millisecond = (seconds: number) => Math.round(seconds * 1_000)

const spanOf = (id: number, from: number, to: number | null, minutes: number): FoundSpan => ({
  subjectId: id,
  from: millisecond(from),
  to: to === null ? null : millisecond(to),
  dueAt: millisecond(from) + minutes * MINUTE,
  causeRunId: null,
})

const before = (at: Date, milliseconds: number) => new Date(at.getTime() - milliseconds)

const shared = { tags: ['Visit'], subjects: equipmentSubjects } as const

export const equipmentInPlace: ServerEvent<'equipmentInPlace'> = {
  ...shared,
  async spans(scope, event, window) {
    const stays = await staysIn(scope, event, window, before(window.from, KNOWN_WITHIN))
    return stays.map(({ id, entered, left }) => spanOf(id, entered, left, event.minutes))
  },
}

export const equipmentAway: ServerEvent<'equipmentAway'> = {
  ...shared,
  async spans(scope, event, window) {
    const reach = before(window.from, KNOWN_WITHIN + event.minutes * MINUTE)
    const stays = await staysIn(scope, event, window, reach)
    return stays.flatMap(({ id, left, back }) =>
      left === null ? [] : [spanOf(id, left, back, event.minutes)],
    )
  },
}
