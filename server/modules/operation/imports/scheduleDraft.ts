import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { ImportField } from '#contract/imports.ts'
import { deadlineKinds } from '#contract/recurrence/deadlineKinds.ts'
import { daysOff } from '#contract/recurrence/kinds.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  idsOfList,
  scheduleLists,
  spanIn,
  withIds,
  type ScheduleList,
} from '../../work/schedules/index.ts'
import { placesNamed, findEquipment } from './found.ts'
import { idsNamed, namedRows, type Named } from './named.ts'
import { peopleNamed } from './peopleNamed.ts'
import { addFault, namesIn, type ReadRow } from './readRow.ts'
import { wordReader } from './words.ts'

export type SchedulesNamed = Readonly<Record<ScheduleList, Named>> & {
  meterType: Named<Id<'meterType'>>
}

const objectsIn = wordReader(['equipment', 'locations'] as const, (key) => `objects_${key}`)
const timingIn = wordReader(['specific', 'rolling', 'byUse'] as const, (key) => `timing_${key}`)
const deadlineKindIn = wordReader(deadlineKinds, (key) => `deadline_${key}`)
const reminderFromIn = wordReader(
  ['beforeDeadline', 'afterStart'] as const,
  (key) => `reminder_${key}`,
)
const dayOffIn = wordReader(daysOff, (key) => `dayOff_${key}`)
const overdueIn = wordReader(['keepOpen', 'close'] as const, (key) => `overdue_${key}`)
type WordField = Extract<
  ImportField,
  'objects' | 'timing' | 'deadline' | 'reminder' | 'onHoliday' | 'onNonWorkingDay' | 'whenOverdue'
>

export const freshSchedule: Omit<RruleDraft, 'procedureId'> = {
  name: null,
  rruleData: {},
  objects: 'equipment',
  kind: 'specific',
  rule: null,
  every: null,
  use: null,
  restartAfter: null,
  repeatCount: null,
  start: '',
  end: null,
  deadline: { kind: 'none' },
  reminder: null,
  onHoliday: 'keep',
  onNonWorkingDay: 'keep',
  whenOverdue: 'keepOpen',
  userIds: [],
  roleIds: [],
  isActive: true,
}

interface Known {
  old: { draft: RruleDraft; text: Record<string, string> } | undefined
  procedureId: Id<'procedure'> | undefined
  named: SchedulesNamed
}

/** Builds a schedule from a row. `draft` is null if an error leaves nothing to check. */
export function scheduleDraft(
  read: ReadRow,
  { old, procedureId, named }: Known,
): { draft: RruleDraft | null; said: Record<string, string | undefined> } {
  const { values } = read
  const said: Record<string, string | undefined> = {}
  const word = <K extends string>(
    field: WordField,
    keyOf: (said: string) => K | undefined,
  ): K | undefined => {
    const cell = values[field]
    if (cell === undefined) return undefined
    const key = keyOf(cell)
    if (key === undefined) addFault(read, field, 'notAChoice')
    said[field] = key
    return key
  }
  const span = (field: SpanField) => {
    const cell = values[field]
    if (cell === undefined) return undefined
    const found = spanIn(cell)
    if (found === null || found.amount < 1 || found.amount > 10_000)
      addFault(read, field, 'notASpan')
    return found ?? undefined
  }
  if (procedureId === undefined) return { draft: null, said }
  let draft: RruleDraft = { ...freshSchedule, ...old?.draft, procedureId }
  for (const field of scheduleLists) {
    const stored = old && { text: old.text[field] ?? '', ids: idsOfList(old.draft, field) }
    const found = idsNamed(read, field, named[field], stored)
    if (found === undefined) continue
    said[field] = found.text
    draft = withIds(draft, field, found.ids)
  }
  const every = span('every')
  const rule = values['rule']
  const kind =
    word('timing', timingIn) ?? (old ? draft.kind : kindMeant(values, every !== undefined))
  draft = {
    ...draft,
    ...(values['name'] !== undefined && { name: values['name'] }),
    objects: word('objects', objectsIn) ?? draft.objects,
    kind,
    rule: kind === 'specific' ? (rule ?? draft.rule) : null,
    every: kind === 'rolling' ? (every ?? draft.every) : null,
    use: kind === 'byUse' ? useIn(read, named.meterType, old?.draft.use ?? null, span) : null,
    restartAfter: span('restartAfter') ?? draft.restartAfter,
    repeatCount: countIn(read) ?? draft.repeatCount,
    start: values['start'] ?? draft.start,
    end: values['end'] ?? draft.end,
    deadline: deadlineIn(
      read,
      { kind: word('deadline', deadlineKindIn), after: span('deadlineAfter') },
      draft,
    ),
    reminder: reminderIn(
      read,
      { from: word('reminder', reminderFromIn), time: span('reminderTime') },
      draft,
    ),
    onHoliday: word('onHoliday', dayOffIn) ?? draft.onHoliday,
    onNonWorkingDay: word('onNonWorkingDay', dayOffIn) ?? draft.onNonWorkingDay,
    whenOverdue: word('whenOverdue', overdueIn) ?? draft.whenOverdue,
    ...(values['isActive'] !== undefined && { isActive: values['isActive'] === 'true' }),
  }
  if (draft.start === '') addFault(read, 'start', 'required')
  if (kind === 'specific' && draft.rule === null) addFault(read, 'rule', 'required')
  if (kind === 'rolling' && draft.every === null) addFault(read, 'every', 'required')
  return { draft, said }
}

type SpanField = Extract<
  ImportField,
  'every' | 'restartAfter' | 'deadlineAfter' | 'reminderTime' | 'useLatest' | 'useEarliest'
>
type Span = NonNullable<RruleDraft['every']>

const kindMeant = (values: ReadRow['values'], hasEvery: boolean): RruleDraft['kind'] =>
  hasEvery ? 'rolling' : values['meterType'] === undefined ? 'specific' : 'byUse'

function useIn(
  read: ReadRow,
  meters: SchedulesNamed['meterType'],
  old: RruleDraft['use'],
  span: (field: SpanField) => Span | undefined,
): RruleDraft['use'] {
  const { meterType: name, useQuantity } = read.values
  const meter = name === undefined ? undefined : meters.get(name.toLowerCase())
  if (name !== undefined && typeof meter !== 'object') addFault(read, 'meterType', 'unknownName')
  const meterTypeId = typeof meter === 'object' ? meter.id : old?.meterTypeId
  const quantity = useQuantity === undefined ? old?.quantity : Number(useQuantity)
  if (name === undefined && meterTypeId === undefined) addFault(read, 'meterType', 'required')
  if (quantity === undefined) addFault(read, 'useQuantity', 'required')
  else if (!(quantity > 0)) addFault(read, 'useQuantity', 'outOfRange')
  const [latest, earliest] = [span('useLatest'), span('useEarliest')]
  if (meterTypeId === undefined || quantity === undefined) return null
  return {
    meterTypeId,
    quantity,
    latest: latest ?? old?.latest ?? null,
    earliest: earliest ?? old?.earliest ?? null,
  }
}

function countIn(read: ReadRow): number | undefined {
  const said = read.values['repeatCount']
  if (said === undefined) return undefined
  const count = Number(said)
  if (!Number.isInteger(count) || count < 1) addFault(read, 'repeatCount', 'outOfRange')
  return count
}

function deadlineIn(
  read: ReadRow,
  { kind, after }: { kind: (typeof deadlineKinds)[number] | undefined; after: Span | undefined },
  old: RruleDraft,
): RruleDraft['deadline'] {
  if (kind === undefined && after === undefined) return old.deadline
  const meant = kind ?? (old.deadline.kind === 'none' ? 'custom' : old.deadline.kind)
  if (meant === 'hours' || meant === 'workingHours') {
    if (after?.unit === 'hours') return { kind: meant, hours: after.amount }
    if (after === undefined && old.deadline.kind === meant) return old.deadline
    addFault(read, 'deadlineAfter', after === undefined ? 'required' : 'notASpan')
    return old.deadline
  }
  if (meant !== 'custom') return { kind: meant }
  if (after !== undefined) return { kind: 'custom', ...after }
  if (old.deadline.kind !== 'custom') addFault(read, 'deadlineAfter', 'required')
  return old.deadline
}

function reminderIn(
  read: ReadRow,
  { from, time }: { from: 'beforeDeadline' | 'afterStart' | undefined; time: Span | undefined },
  { reminder: old }: RruleDraft,
): RruleDraft['reminder'] {
  if (from === undefined && time === undefined) return old
  const [meant, span] = [from ?? old?.from, time ?? old ?? undefined]
  if (meant !== undefined && span !== undefined)
    return { from: meant, amount: span.amount, unit: span.unit }
  addFault(read, meant === undefined ? 'reminder' : 'reminderTime', 'required')
  return old
}

export async function namesForLists(
  scope: Scope,
  rows: readonly ReadRow[],
): Promise<SchedulesNamed> {
  const { actor, from } = scope
  const said = (field: ScheduleList) => rows.flatMap(({ values }) => namesIn(values[field]))
  const list = (
    field: ScheduleList,
    table: PgTable & { id: AnyPgColumn; companyId: AnyPgColumn; name: AnyPgColumn },
    where: SQL | undefined = ofCompany(table, actor.companyId),
  ): Promise<Named> =>
    said(field).length === 0
      ? Promise.resolve(new Map())
      : namedRows(scope, table, { name: table.name, where })
  return {
    equipment: await findEquipment(scope, said('equipment')),
    equipmentTypes: await list('equipmentTypes', tables.equipmentType, from.equipmentTypes()),
    statuses: await list('statuses', tables.equipmentStatus),
    locations: placesOf(await placesNamed(scope, said('locations'))),
    locationTypes: await list('locationTypes', tables.locationType, from.locationTypes()),
    tags: await list('tags', tables.tag),
    meterType: rows.every(({ values }) => values['meterType'] === undefined)
      ? new Map()
      : await namedRows<Id<'meterType'>>(scope, tables.meterType, {
          name: tables.meterType.name,
          where: ofCompany(tables.meterType, actor.companyId),
        }),
    userIds: activeOf(await peopleNamed(scope, said('userIds'))),
    roleIds: await list('roleIds', tables.role),
  }
}

const placesOf = (places: Awaited<ReturnType<typeof placesNamed>>): Named => new Map(places)
const activeOf = (people: Awaited<ReturnType<typeof peopleNamed>>): Named =>
  new Map([...people].filter(([, one]) => one === 'several' || one.isActive))
