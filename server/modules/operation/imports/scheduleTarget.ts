import { inArray, or, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { scheduleRefusals } from '#contract/importFaults.ts'
import type { ImportField } from '#contract/imports.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import * as tables from '#db/schema/index.ts'
import { Refusal } from '#kernel/http/errors.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  checkSchedule,
  createSchedule,
  draftOf,
  faultsOfTiming,
  namesOfLists,
  removeSchedule,
  selectRules,
  textOfSchedule,
  updateSchedule,
  type SelectedSchedule,
} from '../../work/schedules/index.ts'
import { namedRows, type Named } from './named.ts'
import { addFault, type ReadRow } from './readRow.ts'
import { namesForLists, scheduleDraft, type SchedulesNamed } from './scheduleDraft.ts'
import {
  actionOf,
  normaliseCell,
  changedFields,
  givenTexts,
  type Target,
  type Written,
} from './target.ts'

interface Around {
  stored: readonly (SelectedSchedule & { text: Record<string, string> })[]
  procedures: Named<Id<'procedure'>>
  named: SchedulesNamed
}

export const scheduleTarget: Target = {
  partOf: () =>
    Promise.resolve(({ values: { id: _id, procedure: _procedure, ...others } }) =>
      JSON.stringify(others).toLowerCase(),
    ),
  order: (_scope, rows) => Promise.resolve([...rows]),
  async plan(scope, rows) {
    const around = await aroundOf(scope, rows)
    const meant = new Set<number>()
    const planned = []
    for (const read of rows) {
      const old = ruleOf(around, read)
      if (old !== undefined && meant.has(old.rrule.id))
        addFault(read, 'procedure', 'duplicateKey', read.key)
      if (old !== undefined) meant.add(old.rrule.id)
      const { draft, said } = draftFor(around, read, old)
      const changes = changedFields(old?.text, givenTexts(read, { ...said, id: old?.text['id'] }))
      const isWritten = old === undefined || changes.length > 0
      if (draft !== null && isWritten && read.faults.length === 0)
        await refuseUnfit(scope, read, draft, old)
      planned.push({ read, action: actionOf(read, old !== undefined, changes), changes })
    }
    return planned
  },
  async write(scope, planned) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    const around = await aroundOf(
      scope,
      rows.map(({ read }) => read),
    )
    const written: Written[] = []
    for (const { read } of rows) {
      const old = ruleOf(around, read)
      const { draft } = draftFor(around, read, old)
      if (draft === null) throw new Error('The procedure of a row was not found')
      if (old === undefined) {
        const { id } = await createSchedule(scope, draft)
        written.push({ id, name: read.name, before: null })
      } else {
        await updateSchedule(scope, old.rrule.id, old.rrule.version, draft)
        written.push({ id: old.rrule.id, name: read.name, before: draftOf(old.rrule) })
      }
    }
    return written
  },
  editor: 'editor|schedules',
  tags: ['Rrule', 'Occurrence'],
  undo: {
    table: tables.rrule,
    held: performedOf,
    async remove(scope, ids) {
      for (const id of ids) await removeSchedule(scope, id as Id<'rrule'>)
    },
    async restore(scope, changed) {
      for (const { id, version, before } of changed)
        await updateSchedule(scope, id as Id<'rrule'>, version, before as RruleDraft)
    },
  },
}

async function performedOf(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { occurrence } = tables
  const rows = await db
    .selectDistinct({ id: occurrence.rruleId })
    .from(occurrence)
    .where(
      ofCompany(
        occurrence,
        actor.companyId,
        inArray(sql`${occurrence.rruleId}`, [...ids]),
        sql`${occurrence.procedureLogId} is not null`,
      ),
    )
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Runs the form's checks, which only read. */
async function refuseUnfit(
  scope: Scope,
  read: ReadRow,
  draft: RruleDraft,
  old: SelectedSchedule | undefined,
): Promise<void> {
  const refused = await scope.attempt<Refusal | null>(
    async () => {
      await checkSchedule(scope, draft, old?.rrule)
      return null
    },
    (error) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
  if (refused === null) return
  const [first] = refused.errors
  const field = fieldOf(first?.path ?? '')
  addFault(read, field, 'refused')
  const code = scheduleRefusals.find((one) => one === first?.code)
  const last = read.faults.at(-1)
  if (code === undefined || last === undefined) return
  const ofRule = (await faultsOfTiming(scope, draft)).find((one) => one.code === code)
  last.because = { code, part: ofRule?.part ?? null, value: ofRule?.value ?? null }
}

const fieldOfPath: Readonly<Record<string, ImportField>> = {
  objects: 'objects',
  rule: 'rule',
  end: 'end',
  every: 'every',
  use: 'meterType',
  'use.meterTypeId': 'meterType',
  'use.quantity': 'useQuantity',
  'use.latest': 'useLatest',
  'use.earliest': 'useEarliest',
  restartAfter: 'restartAfter',
  deadline: 'deadlineAfter',
  reminder: 'reminderTime',
  userIds: 'userIds',
  roleIds: 'roleIds',
  'rruleData.equipmentIds': 'equipment',
  'rruleData.equipmentTypeIds': 'equipmentTypes',
  'rruleData.equipmentStatusIds': 'statuses',
  'rruleData.locationIds': 'locations',
  'rruleData.locationTypeIds': 'locationTypes',
  'rruleData.tagIds': 'tags',
}
const fieldOf = (path: string): ImportField =>
  fieldOfPath[path.replace(/^body\./, '')] ?? 'procedure'

/**
 * Finds a schedule by id and procedure; otherwise by procedure and name, or by all values of the
 * row.
 */
function ruleOf({ stored, procedures }: Around, { values, key }: ReadRow) {
  const procedure = (values['procedure'] ?? '').toLowerCase()
  const isOfProcedure = (one: SelectedSchedule) =>
    values['procedure'] === undefined || one.procedure.name.toLowerCase() === procedure
  const own = stored.find((one) => String(one.rrule.id) === values['id'])
  if (own !== undefined && isOfProcedure(own)) return own
  const found = procedures.get(procedure)
  if (found === undefined || key === '') return undefined
  const name = values['name']?.toLowerCase()
  const some = stored.filter(
    (one) => isOfProcedure(one) && (one.rrule.name ?? '').toLowerCase() === (name ?? ''),
  )
  if (name !== undefined) return some.length === 1 ? some[0] : undefined
  const { id: _id, ...said } = values
  return some.find(({ text }) =>
    Object.entries(said).every(
      ([field, value]) => normaliseCell(text[field] ?? '').toLowerCase() === value?.toLowerCase(),
    ),
  )
}

function draftFor(
  { procedures, named }: Around,
  read: ReadRow,
  old: Around['stored'][number] | undefined,
) {
  const procedure = procedures.get(read.values['procedure']?.toLowerCase() ?? '')
  if (old === undefined && typeof procedure !== 'object') {
    const code =
      read.values['procedure'] === undefined
        ? 'required'
        : procedure === 'several'
          ? 'ambiguousName'
          : 'unknownName'
    addFault(read, 'procedure', code)
    return { draft: null, said: {} }
  }
  const procedureId = typeof procedure === 'object' ? procedure.id : old?.rrule.procedureId
  return scheduleDraft(read, {
    old: old && { draft: draftOf(old.rrule), text: old.text },
    procedureId: old?.rrule.procedureId ?? procedureId,
    named,
  })
}

async function aroundOf(scope: Scope, rows: readonly ReadRow[]): Promise<Around> {
  const { from } = scope
  const { procedure, rrule } = tables
  const said = [...new Set(rows.flatMap(({ values }) => values['procedure']?.toLowerCase() ?? []))]
  const ids = rows
    .flatMap(({ values }) => values['id'] ?? [])
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0 && id < 2_147_483_647)
  const isMeant = or(
    ids.length > 0 ? inArray(sql`${rrule.id}`, ids) : undefined,
    said.length > 0 ? inArray(sql`lower(${procedure.name})`, said) : undefined,
  )
  const found = isMeant === undefined ? [] : await selectRules(scope, sql`(${isMeant})`)
  const names = await namesOfLists(
    scope,
    found.map(({ rrule: row }) => draftOf(row)),
  )
  return {
    stored: found.map((one) => ({
      ...one,
      text: textOfSchedule(one.rrule.id, draftOf(one.rrule), {
        names,
        procedure: one.procedure.name,
        meter: one.meterType?.name ?? '',
      }),
    })),
    procedures:
      said.length === 0
        ? new Map()
        : await namedRows<Id<'procedure'>>(scope, procedure, {
            name: procedure.name,
            where: from.procedures(inArray(sql`lower(${procedure.name})`, said)),
          }),
    named: await namesForLists(scope, rows),
  }
}
