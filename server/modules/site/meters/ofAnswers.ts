/** Answered numbers of a procedure's question. */
import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { LARGEST_METER_VALUE } from '#contract/meters/meterSources.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { PointKind } from '#contract/rules/meterTotals.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { answerReadings } from './derive.ts'
import { isOneOf, storeDerived } from './store.ts'

type Type = typeof tables.meterType.$inferSelect
interface Answer {
  meter: Id<'meter'>
  log: Id<'procedureLog'>
  at: string
  value: number
  receivedAt: string
  [column: string]: unknown
}

const { meter, meterReading: reading, procedureLog: log } = tables

/** Logs this young may still be followed by one that was received before. */
const COMMITTED_AFTER = 120_000
const LOGS_AT_ONCE = 5_000

/** Returns the time up to which received logs are counted. */
export async function countAnswers(scope: Scope, type: Type): Promise<Date> {
  const { db, actor, clock } = scope
  const since = type.countedTo ?? new Date(0)
  const { rows } = await db.execute<Answer>(sql`
    select ${meter.id} as meter, ${log.id} as log, ${log.doneAt} as at,
      (answer ->> 'value')::double precision as value, ${log.createdAt} as "receivedAt"
    from ${log} cross join lateral jsonb_array_elements(${log.answers}) as answer
    join ${meter} on ${meter.companyId} = ${log.companyId}
      and ${meter.equipmentId} = ${log.equipmentId} and ${meter.typeId} = ${type.id}
    where ${log.companyId} = ${actor.companyId} and ${log.procedureId} = ${type.procedureId ?? 0}
    and ${log.createdAt} > ${since} and answer ->> 'kind' = 'number'
    and (answer ->> 'questionId')::int = ${type.questionId ?? 0}
    and not exists (select from ${reading} where ${reading.companyId} = ${log.companyId}
      and ${reading.meterId} = ${meter.id} and ${reading.procedureLogId} = ${log.id})
    order by ${log.createdAt} limit ${LOGS_AT_ONCE}`)
  const answers = rows
    .map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
    .filter(({ value }) => value >= 0 && value <= LARGEST_METER_VALUE)
  const byMeter = groupBy(answers, (row) => row.meter)
  const known = await knownReadings(scope, [...byMeter.keys()])
  await storeDerived(
    scope,
    [...byMeter].map(([id, own]) => {
      const logs = new Map(own.map((one) => [one.at, one.log]))
      return {
        id,
        from: own.reduce((first, { at }) => (at < first ? at : first), own[0]?.at ?? ''),
        points: answerReadings(own, known.get(id) ?? [], type.unit).map((point) => {
          const procedureLogId = logs.get(point.at)
          return { ...point, ...(procedureLogId === undefined ? {} : { procedureLogId }) }
        }),
      }
    }),
    'answer',
    false,
  )
  const settled = new Date(clock.now().getTime() - COMMITTED_AFTER)
  const last = rows.length < LOGS_AT_ONCE ? undefined : rows.at(-1)
  const until = last === undefined ? settled : new Date(last.receivedAt)
  return until > since ? until : since
}

async function knownReadings({ db, actor }: Scope, ids: readonly Id<'meter'>[]) {
  type Row = { meter: Id<'meter'>; at: string; value: number; kind: PointKind }
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select ${reading.meterId} as meter, ${reading.at} as at, ${reading.value} as value,
      ${reading.kind} as kind
    from ${reading} where ${reading.companyId} = ${actor.companyId}
    and ${reading.meterId} = ${isOneOf(ids)} order by ${reading.at}`)
  return groupBy(
    rows.map((row): Row => ({ ...row, at: new Date(row.at).toISOString() })),
    (row) => row.meter,
  )
}
