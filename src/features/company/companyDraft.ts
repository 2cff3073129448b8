import { compareCodes } from '#contract/rules/inOrder.ts'
import type { companies, CompanySettings, WorkingSpan } from '#contract/company/company.ts'
import type { Input } from '#contract/endpoint.ts'
import { figureKeys, type FigureKey } from '#contract/rules/companyFigures.ts'
import { hoursOverlap, overlapping, type Hours } from '#contract/rules/workingTime.ts'
import { isClockTime } from '#lib/clockTime.ts'

/** The option 'default of the language' for the week start; a list has no entry for null. */
export const AS_LANGUAGE = -1

export type CompanyDraft = Pick<
  CompanySettings,
  | 'name'
  | 'logoFileId'
  | 'timezone'
  | 'language'
  | 'workingHours'
  | 'shifts'
  | 'holidays'
  | 'holidayList'
  | 'calendarSeen'
  | 'roomEquipmentTypeId'
  | 'sessionHours'
  | 'textMessagesADay'
  | 'hasPush'
  | 'pushShowsText'
  | 'recordsWork'
  | 'currency'
  | 'idp'
  | 'forceSso'
  | 'secondStepRoleIds'
> & {
  weekStart: number
  roomEquipmentTypeWord: string
  /** Null for an empty field, which removes the target. */
  targets: Record<FigureKey, number | null>
}

export function draftOf(settings: CompanySettings): CompanyDraft {
  const {
    name,
    logoFileId,
    timezone,
    language,
    workingHours,
    shifts,
    holidays,
    holidayList,
    calendarSeen,
    roomEquipmentTypeId,
    sessionHours,
    textMessagesADay,
    hasPush,
    pushShowsText,
    recordsWork,
    currency,
    idp,
    forceSso,
    secondStepRoleIds,
    targets,
  } = settings
  return {
    name,
    logoFileId,
    timezone,
    language,
    workingHours,
    shifts,
    holidays,
    holidayList,
    calendarSeen,
    roomEquipmentTypeId,
    sessionHours,
    textMessagesADay,
    hasPush,
    pushShowsText,
    recordsWork,
    currency,
    idp,
    forceSso,
    secondStepRoleIds,
    weekStart: settings.weekStart ?? AS_LANGUAGE,
    roomEquipmentTypeWord: settings.roomEquipmentTypeWord ?? '',
    targets: {
      onTime: targets.onTime ?? null,
      lateThings: targets.lateThings ?? null,
      openTickets: targets.openTickets ?? null,
      overdueTickets: targets.overdueTickets ?? null,
      unusable: targets.unusable ?? null,
      availability: targets.availability ?? null,
      score: targets.score ?? null,
    },
  }
}

type Change = Omit<Input<typeof companies.updateCompany>['body'], 'version'>

/** Only the differences: unchanged settings are not validated again. */
export function changesOf(draft: CompanyDraft, settings: CompanySettings): Change {
  const word = draft.roomEquipmentTypeWord.trim()
  const whole: Change = {
    ...draft,
    weekStart: draft.weekStart === AS_LANGUAGE ? null : draft.weekStart,
    roomEquipmentTypeWord: word === '' ? null : word,
    workingHours: inOrder(draft.workingHours),
    forceSso: draft.idp !== null && draft.forceSso,
    targets: Object.fromEntries(
      figureKeys.flatMap((key) => {
        const target = draft.targets[key]
        return target === null ? [] : [[key, target]]
      }),
    ),
  }
  const before = new Map<string, unknown>(Object.entries(settings))
  return Object.fromEntries(
    Object.entries(whole).filter(
      ([key, value]) => inKeyOrder(value) !== inKeyOrder(before.get(key)),
    ),
  ) satisfies Change
}

/** Compares as sorted JSON, because the database does not keep the order of keys. */
const inKeyOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

const inOrder = (spans: readonly WorkingSpan[]): WorkingSpan[] =>
  spans.toSorted((one, other) => one.day - other.day || compareCodes(one.from, other.from))

export type SpanFault = 'notATime' | 'sameTime' | 'overlaps'

export const spanFault = (span: WorkingSpan, others: readonly WorkingSpan[]): SpanFault | null =>
  faultOf(span, (isWhole) =>
    others.some((other) => other !== span && isWhole(other) && overlapping([span, other])),
  )

export const dayHoursFault = (span: Hours, others: readonly Hours[]): SpanFault | null =>
  faultOf(span, (isWhole) =>
    others.some((other) => other !== span && isWhole(other) && hoursOverlap([span, other])),
  )

const isWhole = ({ from, to }: Hours): boolean =>
  isClockTime(from) && from !== '24:00' && isClockTime(to)

function faultOf(
  span: Hours,
  overlaps: (isComparable: (other: Hours) => boolean) => boolean,
): SpanFault | null {
  if (!isWhole(span)) return 'notATime'
  if (span.from === span.to) return 'sameTime'
  return overlaps(isWhole) ? 'overlaps' : null
}

/** The first day whose own hours are incomplete or overlap. */
export const holidayWithHoursFault = (
  holidays: CompanySettings['holidays'],
): CompanySettings['holidays'][number] | undefined =>
  holidays.find(({ hours = [] }) => hours.some((span) => dayHoursFault(span, hours) !== null))

export const hasSpanFault = (spans: readonly WorkingSpan[]): boolean =>
  spans.some((span) => spanFault(span, spans) !== null)

export type ShiftFault = 'nameless' | 'nameTaken' | 'dayless' | 'notATime' | 'sameTime'
type Shifts = CompanySettings['shifts']

export function shiftFault(shift: Shifts[number], all: Shifts): ShiftFault | null {
  const plain = (name: string): string => name.trim().toLowerCase()
  if (plain(shift.name) === '') return 'nameless'
  if (all.some((other) => other !== shift && plain(other.name) === plain(shift.name)))
    return 'nameTaken'
  if (shift.days.length === 0) return 'dayless'
  if (!isWhole(shift)) return 'notATime'
  return shift.from === shift.to ? 'sameTime' : null
}

export const hasShiftFault = (shifts: Shifts): boolean =>
  shifts.some((shift) => shiftFault(shift, shifts) !== null)
