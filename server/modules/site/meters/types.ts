import { eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import {
  countsHours,
  METERS_OF_EQUIPMENT,
  type MeterSource,
} from '#contract/meters/meterSources.ts'
import type { meterType as contract } from '#contract/meters/meterTypes.ts'
import * as tables from '#db/schema/index.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recountMeters } from './recount.ts'
import {
  referenceListHandlers,
  usedInFacts,
  type ReferenceList,
} from '../../foundation/referenceLists/index.ts'

type Draft = z.output<typeof contract.create.body>
type Columns = Omit<Draft, 'name'>

const { meter, equipment, rrule, procedure } = tables

const referenceList: ReferenceList = {
  table: tables.meterType,
  entity: 'meterType',
  extra: ['source', 'unit', 'above', 'rollsOverAt'],
  lists: {
    equipmentTypeIds: 'equipmentType',
    statusIds: 'equipmentStatus',
    sensorTypeId: 'sensorType',
    procedureId: 'procedure',
    questionId: 'surveyQuestion',
  },
  uses: [
    usedInFacts(
      {
        kind: 'rrule',
        table: rrule,
        name: sql`coalesce(nullif(${rrule.name}, ''), (select ${procedure.name} from ${procedure}
          where ${procedure.companyId} = ${rrule.companyId}
          and ${procedure.id} = ${rrule.procedureId}))`,
        alive: sql`${rrule.deletedAt} is null`,
        visible: (from) => from.rrules(),
        holds: true,
      },
      'meterTypeId',
      rrule.meterTypeId,
    ),
    usedInFacts(
      {
        kind: 'equipment',
        table: meter,
        id: meter.equipmentId,
        name: sql`(select ${equipment.name} from ${equipment}
          where ${equipment.companyId} = ${meter.companyId}
          and ${equipment.id} = ${meter.equipmentId})`,
        visible: (from) =>
          sql`${meter.equipmentId} in (select ${equipment.id} from ${equipment}
            where ${from.equipment()})`,
        holds: true,
      },
      'typeId',
      meter.typeId,
    ),
  ],
  check: (scope, whole) => checkType(scope, whole as Partial<Draft> & { id?: number }),
  viewOf: (_scope, { countedId: _id, countedTo: _to, companyId: _company, ...row }) => row,
  mayReplace(before, by) {
    if (Reflect.get(before, 'unit') !== Reflect.get(by, 'unit'))
      throw otherSource('body.by', String(Reflect.get(by, 'unit')))
  },
}

const lists = referenceListHandlers<Columns>(referenceList)

const otherSource = (path: string, message: string) =>
  conflict('What was counted is of another kind.', [{ path, code: 'otherSource', message }])

async function checkType(scope: Scope, type: Partial<Draft> & { id?: number }): Promise<void> {
  await requireRows(
    scope,
    tables.equipmentType,
    type.equipmentTypeIds ?? [],
    'equipment type',
    'body.equipmentTypeIds',
  )
  await requireRows(scope, tables.equipmentStatus, type.statusIds ?? [], 'status', 'body.statusIds')
  if (type.sensorTypeId != null)
    await requireRows(
      scope,
      tables.sensorType,
      [type.sensorTypeId],
      'sensor type',
      'body.sensorTypeId',
    )
  const needed: Partial<Record<MeterSource, keyof Draft>> = {
    answer: 'questionId',
    sensor: 'sensorTypeId',
    above: 'sensorTypeId',
  }
  const field = type.source && needed[type.source]
  const isMissing =
    (field !== undefined && type[field] == null) ||
    (type.source === 'status' && (type.statusIds ?? []).length === 0)
  if (isMissing) throw badInput(`body.${field ?? 'statusIds'}`, 'required', 'This source needs it.')
  if (type.source === 'above' && type.above == null)
    throw badInput('body.above', 'required', 'Say above which value hours count.')
  await checkQuestion(scope, type)
  if (type.id !== undefined) await refuseOtherMeaning(scope, type.id, type)
}

async function checkQuestion(
  { db, actor, from }: Scope,
  { source, questionId, procedureId }: Partial<Draft>,
): Promise<void> {
  if (source !== 'answer' || questionId == null) return
  const [question] = await db
    .select({ procedureId: tables.surveyQuestion.procedureId, kind: tables.surveyQuestion.kind })
    .from(tables.surveyQuestion)
    .innerJoin(
      procedure,
      sql`${procedure.companyId} = ${tables.surveyQuestion.companyId}
        and ${procedure.id} = ${tables.surveyQuestion.procedureId}`,
    )
    .where(
      sql`${ofCompany(tables.surveyQuestion, actor.companyId, eq(tables.surveyQuestion.id, questionId))}
        and ${from.procedures()}`,
    )
  if (question === undefined || question.procedureId !== procedureId)
    throw badInput('body.questionId', 'otherQuestion', 'The procedure does not have this question.')
  if (question.kind !== 'number')
    throw badInput('body.questionId', 'wrongKind', 'Only a number can be a reading.')
}

/**
 * Readings mean something else under another source, in another unit, or above the highest value.
 * A unit is not converted: schedules and totals in files and answers have it, too.
 */
async function refuseOtherMeaning(
  { db, actor }: Scope,
  id: number,
  { source, unit, rollsOverAt }: Partial<Draft>,
): Promise<void> {
  const { meterType } = tables
  const [before] = await db
    .select({
      source: meterType.source,
      unit: meterType.unit,
      shown: sql<number>`max(coalesce(${meter.value}, 0))`,
    })
    .from(meterType)
    .innerJoin(
      meter,
      sql`${meter.companyId} = ${meterType.companyId}
      and ${meter.typeId} = ${meterType.id} and ${meter.readAt} is not null`,
    )
    .where(ofCompany(meterType, actor.companyId, sql`${meterType.id} = ${id}`))
    .groupBy(meterType.id, meterType.source, meterType.unit)
  // Nobody has read one.
  if (before === undefined) return
  if (before.source !== source) throw otherSource('body.source', before.source)
  if (unit !== undefined && before.unit !== unit)
    throw conflict('Readings are in another unit.', [
      { path: 'body.unit', code: 'otherUnit', message: before.unit },
    ])
  if (rollsOverAt != null && before.shown > rollsOverAt)
    throw badInput('body.rollsOverAt', 'belowReadings', String(before.shown))
}

/** Rollovers count another amount if the highest value changes. */
async function recountRollovers(scope: Scope, typeId: number): Promise<void> {
  const { meterReading: reading } = tables
  const { rows } = await scope.db.execute<{ id: Id<'meter'>; from: string }>(sql`
    select ${meter.id} as id, min(${reading.at}) as "from" from ${meter}
    join ${reading} on ${reading.companyId} = ${meter.companyId} and ${reading.meterId} = ${meter.id}
    where ${meter.companyId} = ${scope.actor.companyId} and ${meter.typeId} = ${typeId}
    and ${reading.kind} = 'rolledOver' group by ${meter.id}`)
  await recountMeters(
    scope,
    rows.map(({ id, from }) => ({ id, from: new Date(from).toISOString() })),
  )
}

/**
 * Creates missing meters of equipment whose type has them, up to the bound of one equipment.
 * Removes those of other types, unless they were read. Deleted equipment keeps its meters.
 */
export async function spreadMeters(
  { db, actor, clock, changed }: Scope,
  typeId?: Id<'meterType'>,
): Promise<void> {
  const { meterType } = tables
  const only = typeId === undefined ? sql`true` : sql`${meterType.id} = ${typeId}`
  const made = await db.execute(sql`insert into ${meter} (company_id, equipment_id, type_id,
      created_at, updated_at)
    select ${actor.companyId}, wanted.equipment_id, wanted.type_id, ${clock.now()}, ${clock.now()}
    from (
      select ${equipment.id} as equipment_id, ${meterType.id} as type_id,
        row_number() over (partition by ${equipment.id} order by ${meterType.id})
          + (select count(*) from ${meter} where ${meter.companyId} = ${actor.companyId}
            and ${meter.equipmentId} = ${equipment.id}) as place
      from ${meterType} join ${equipment} on ${equipment.companyId} = ${meterType.companyId}
        and ${equipment.typeId} = any(${meterType.equipmentTypeIds})
      where ${meterType.companyId} = ${actor.companyId} and ${equipment.deletedAt} is null and ${only}
      and not exists (select from ${meter} where ${meter.companyId} = ${actor.companyId}
        and ${meter.equipmentId} = ${equipment.id} and ${meter.typeId} = ${meterType.id})
    ) as wanted where wanted.place <= ${METERS_OF_EQUIPMENT} on conflict do nothing returning id`)
  const gone = await db.execute(sql`delete from ${meter} using ${meterType}, ${equipment}
    where ${meter.companyId} = ${actor.companyId} and ${meterType.companyId} = ${actor.companyId}
    and ${equipment.companyId} = ${actor.companyId} and ${meterType.id} = ${meter.typeId}
    and ${equipment.id} = ${meter.equipmentId} and not ${meter.isOwn} and ${meter.readAt} is null
    and ${equipment.typeId} <> all(${meterType.equipmentTypeIds}) and ${only} returning ${meter.id}`)
  if (made.rows.length + gone.rows.length > 0) changed('Meter', 'MeterType')
}

const hours = <T extends Partial<Draft>>(draft: T): T =>
  draft.source !== undefined && countsHours(draft.source) ? { ...draft, unit: 'h' } : draft

type Call<B> = { params: { id: number }; body: B }

export const meterTypeHandlers = {
  ...lists,
  async create(scope: Scope, { body }: { body: Draft }) {
    const made = await lists.create(scope, { body: hours(body) })
    await spreadMeters(scope, made.id as Id<'meterType'>)
    return made
  },
  async update(scope: Scope, { params, body }: Call<Partial<Draft> & { version: number }>) {
    const after = await lists.update(scope, { params, body: hours(body) })
    await spreadMeters(scope, params.id as Id<'meterType'>)
    if ('rollsOverAt' in body) await recountRollovers(scope, params.id)
    return after
  },
  async remove(scope: Scope, call: { params: { id: number } }) {
    // Meters that nobody has read are removed with their type; the others hold it.
    await scope.db
      .delete(meter)
      .where(
        ofCompany(
          meter,
          scope.actor.companyId,
          sql`${meter.typeId} = ${call.params.id}`,
          isNull(meter.readAt),
        ),
      )
    return lists.remove(scope, call)
  },
}
