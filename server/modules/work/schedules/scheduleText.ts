/** Schedules as text for a file: names instead of ids, spans in ISO 8601. */
import { inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { timeUnits } from '#contract/rules/timeUnits.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Span = NonNullable<RruleDraft['every']>

const letters: Readonly<Record<Span['unit'], readonly [before: string, after: string]>> = {
  years: ['P', 'Y'],
  months: ['P', 'M'],
  weeks: ['P', 'W'],
  days: ['P', 'D'],
  hours: ['PT', 'H'],
  minutes: ['PT', 'M'],
}

const spanText = ({ amount, unit }: Span): string => letters[unit].join(String(amount))

/** Parses a span; null if it has several units. */
export function spanIn(text: string): Span | null {
  const said = text.trim().toUpperCase()
  for (const unit of timeUnits) {
    const [before, after] = letters[unit]
    const amount = new RegExp(`^${before}(\\d{1,5})${after}$`).exec(said)?.[1]
    if (amount !== undefined) return { amount: Number(amount), unit }
  }
  return null
}

const lists = [
  ['equipment', 'equipmentIds'],
  ['equipmentTypes', 'equipmentTypeIds'],
  ['statuses', 'equipmentStatusIds'],
  ['locations', 'locationIds'],
  ['locationTypes', 'locationTypeIds'],
  ['tags', 'tagIds'],
] as const
export type ScheduleList = (typeof lists)[number][0] | 'userIds' | 'roleIds'
export const scheduleLists: readonly ScheduleList[] = [
  ...lists.map(([field]) => field),
  'userIds',
  'roleIds',
]

export const idsOfList = (draft: RruleDraft, field: ScheduleList): readonly number[] =>
  field === 'userIds' || field === 'roleIds'
    ? draft[field]
    : lists.flatMap(([column, key]): readonly number[] =>
        column === field ? (draft.rruleData[key] ?? []) : [],
      )

export const withIds = (
  draft: RruleDraft,
  field: ScheduleList,
  ids: readonly number[],
): RruleDraft => {
  const key = lists.find(([column]) => column === field)?.[1]
  // ids belong to the list that the field names
  return key === undefined
    ? { ...draft, [field]: ids }
    : { ...draft, rruleData: { ...draft.rruleData, [key]: ids } }
}

export type ListNames = Readonly<Record<ScheduleList, ReadonlyMap<number, string>>>

export async function namesOfLists(
  scope: Scope,
  drafts: readonly RruleDraft[],
): Promise<ListNames> {
  const { db, actor, from } = scope
  const { equipment, location, user } = tables
  const read = async (field: ScheduleList, table: Listed, name: SQL | AnyPgColumn, where?: SQL) => {
    const ids = [...new Set(drafts.flatMap((draft) => idsOfList(draft, field)))]
    if (ids.length === 0) return new Map<number, string>()
    const isMeant = inArray(sql`${table.id}`, ids)
    const rows = await db
      .select({ id: sql<number>`${table.id}`, name: sql<string>`${name}` })
      .from(table)
      .where(
        where === undefined
          ? ofCompany(table, actor.companyId, isMeant)
          : sql`${where} and ${isMeant}`,
      )
    return new Map(rows.map((row) => [row.id, row.name]))
  }
  return {
    equipment: await read(
      'equipment',
      equipment,
      sql`coalesce(${equipment.equipmentId}, ${equipment.name})`,
      from.equipment(),
    ),
    equipmentTypes: await read('equipmentTypes', tables.equipmentType, tables.equipmentType.name),
    statuses: await read('statuses', tables.equipmentStatus, tables.equipmentStatus.name),
    locations: await read(
      'locations',
      location,
      sql`coalesce(${location.code}, ${location.name})`,
      from.locations(),
    ),
    locationTypes: await read('locationTypes', tables.locationType, tables.locationType.name),
    tags: await read('tags', tables.tag, tables.tag.name),
    userIds: await read('userIds', user, sql`${user.firstName} || ' ' || ${user.lastName}`),
    roleIds: await read('roleIds', tables.role, tables.role.name),
  }
}
type Listed = PgTable & { id: AnyPgColumn; companyId: AnyPgColumn }

export function textOfSchedule(
  id: number,
  draft: RruleDraft,
  { names, procedure, meter }: { names: ListNames; procedure: string; meter: string },
): Record<string, string> {
  const { deadline, reminder } = draft
  const span = (one: Span | null) => (one === null ? '' : spanText(one))
  return {
    id: String(id),
    name: draft.name ?? '',
    procedure,
    objects: draft.objects,
    ...Object.fromEntries(
      scheduleLists.map((field) => [
        field,
        idsOfList(draft, field)
          .flatMap((one) => names[field].get(one) ?? [])
          .join('; '),
      ]),
    ),
    timing: draft.kind,
    rule: draft.rule ?? '',
    every: span(draft.every),
    meterType: draft.use === null ? '' : meter,
    useQuantity: draft.use === null ? '' : String(draft.use.quantity),
    useLatest: span(draft.use?.latest ?? null),
    useEarliest: span(draft.use?.earliest ?? null),
    restartAfter: span(draft.restartAfter),
    repeatCount: draft.repeatCount === null ? '' : String(draft.repeatCount),
    start: draft.start,
    end: draft.end ?? '',
    deadline: deadline.kind,
    deadlineAfter:
      'hours' in deadline
        ? spanText({ amount: deadline.hours, unit: 'hours' })
        : deadline.kind === 'custom'
          ? spanText(deadline)
          : '',
    reminder: reminder?.from ?? '',
    reminderTime: span(reminder),
    onHoliday: draft.onHoliday,
    onNonWorkingDay: draft.onNonWorkingDay,
    whenOverdue: draft.whenOverdue,
    isActive: String(draft.isActive),
  }
}
