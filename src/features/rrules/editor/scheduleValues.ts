import type { Rrule, RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { withList, type FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { blankRepeat, formToRule, ruleToForm, type RepeatForm } from './repeatForm.ts'
import type { Weekday } from '#contract/recurrence/wall.ts'

type Span = NonNullable<RruleDraft['every']>

interface UseValues {
  meterTypeId: number | null
  quantity: number
  latest: Span | null
  earliest: Span | null
}

/** Same names as on the server where its errors may name them. */
export interface ScheduleValues {
  name: string
  procedureId: number | null
  rruleData: FilterDraft
  objects: RruleDraft['objects']
  kind: RruleDraft['kind']
  rule: RepeatForm
  every: Span
  use: UseValues
  restartAfter: Span | null
  repeatCount: number | null
  start: string
  end: string
  deadline: RruleDraft['deadline']
  reminder: RruleDraft['reminder']
  onHoliday: RruleDraft['onHoliday']
  onNonWorkingDay: RruleDraft['onNonWorkingDay']
  whenOverdue: RruleDraft['whenOverdue']
  userIds: number[]
  roleIds: number[]
  isActive: boolean
}

const weekdaysFromSunday = [
  'SU',
  'MO',
  'TU',
  'WE',
  'TH',
  'FR',
  'SA',
] as const satisfies readonly Weekday[]
export const weekdayOf = (number: number): Weekday => weekdaysFromSunday[number] ?? 'MO'

/** A new rule starts tomorrow at 08:00. */
export function blankSchedule(today: string, weekStart: number): ScheduleValues {
  const tomorrow = new Date(Date.parse(`${today}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return {
    name: '',
    procedureId: null,
    rruleData: {},
    objects: 'equipment',
    kind: 'specific',
    rule: blankRepeat(weekdayOf(weekStart)),
    every: { amount: 7, unit: 'days' },
    use: {
      meterTypeId: null,
      quantity: 500,
      latest: { amount: 6, unit: 'months' },
      earliest: null,
    },
    restartAfter: null,
    repeatCount: null,
    start: `${tomorrow}T08:00`,
    end: '',
    deadline: { kind: 'endOfDay' },
    reminder: null,
    onHoliday: 'keep',
    onNonWorkingDay: 'keep',
    whenOverdue: 'keepOpen',
    userIds: [],
    roleIds: [],
    isActive: true,
  }
}

export function valuesOf(rule: Rrule, weekStart: number): ScheduleValues {
  const blank = blankSchedule(rule.start.slice(0, 10), weekStart)
  const {
    objects,
    kind,
    restartAfter,
    repeatCount,
    start,
    deadline,
    reminder,
    onHoliday,
    onNonWorkingDay,
    whenOverdue,
    isActive,
  } = rule
  return {
    objects,
    kind,
    restartAfter,
    repeatCount,
    start,
    deadline,
    reminder,
    onHoliday,
    onNonWorkingDay,
    whenOverdue,
    isActive,
    name: rule.name ?? '',
    procedureId: rule.procedureId,
    rruleData: rule.rruleData,
    rule: rule.rule === null ? blank.rule : ruleToForm(rule.rule, weekdayOf(weekStart)),
    every: rule.every ?? blank.every,
    use: rule.use ?? blank.use,
    end: rule.end ?? '',
    userIds: [...rule.userIds],
    roleIds: [...rule.roleIds],
  }
}

/**
 * Locations have no equipment, status or tag filters: lists filled before the switch are not sent.
 */
const listsOf = {
  equipment: [
    'equipmentIds',
    'equipmentTypeIds',
    'equipmentStatusIds',
    'locationIds',
    'locationTypeIds',
    'tagIds',
  ],
  locations: ['locationIds', 'locationTypeIds'],
} as const
export const reachLists = (objects: ScheduleValues['objects']) => listsOf[objects]

export function rruleDataOf(things: FilterDraft, objects: ScheduleValues['objects']) {
  return reachLists(objects).reduce<FilterDraft>(
    (data, key) => withList(data, key, things[key] ?? []),
    {},
  )
}

/** The request body. Requests take plain numbers as ids. */
export function draftOfValues(values: ScheduleValues) {
  const isRolling = values.kind === 'rolling'
  const isByUse = values.kind === 'byUse'
  return {
    name: values.name.trim() === '' ? null : values.name.trim(),
    procedureId: values.procedureId ?? 0,
    rruleData: rruleDataOf(values.rruleData, values.objects),
    objects: values.objects,
    kind: values.kind,
    rule: isRolling || isByUse ? null : formToRule(values.rule),
    every: isRolling ? values.every : null,
    use: isByUse ? { ...values.use, meterTypeId: values.use.meterTypeId ?? 0 } : null,
    restartAfter: isRolling ? values.restartAfter : null,
    repeatCount: isRolling || isByUse ? values.repeatCount : null,
    start: values.start.slice(0, 16),
    end: (isRolling || isByUse) && values.end !== '' ? values.end : null,
    deadline: values.deadline,
    reminder: values.reminder,
    onHoliday: values.onHoliday,
    onNonWorkingDay: values.onNonWorkingDay,
    whenOverdue: values.whenOverdue,
    userIds: values.userIds,
    roleIds: values.roleIds,
    isActive: values.isActive,
  }
}

export function canPreview(values: ScheduleValues): boolean {
  return (
    values.procedureId !== null &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(values.start) &&
    (values.kind === 'rolling' ||
      (values.kind === 'byUse'
        ? values.use.meterTypeId !== null
        : formToRule(values.rule).trim() !== ''))
  )
}
