import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Holiday, Shift, WorkingSpan } from '#contract/company/company.ts'
import type { JournalEntity, NamedClause, NamedThing } from '#contract/journal/journal.ts'
import type { Reference } from '#contract/journal/references.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import type { TicketTarget } from '#contract/rules/ticketDue.ts'
import { useFormat } from '#lib/format.tsx'
import { isLanguage, languageNames } from '#lib/i18n/languages.ts'
import { weekdayName } from '#lib/week.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import { addressOf } from '#entities/addresses/addressOf.ts'
import { ClauseSentence } from '#entities/automations/AutomationSentence.tsx'
import { StoredImage } from '#entities/files/StoredImage.tsx'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { formatHoliday, formatHours, formatShift } from '#entities/workingTime/format.ts'
import { describeTarget } from '#entities/tickets/describeTarget.ts'
import { wordOf } from './wordOf.ts'
import styles from './Journal.module.css'

// The rule parser is large, and journals seldom show rules.
const ScheduleSentence = loadPartLater(() =>
  import('#entities/recurrence/ScheduleSentence.tsx').then((file) => ({
    default: file.ScheduleSentence,
  })),
)

interface ValueProps {
  entity: JournalEntity
  field: string
  value: unknown
}

export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === ''

export function ChangedValue({ entity, field, value }: ValueProps): ReactNode {
  const { t } = useTranslation(['entities', 'common'])
  const format = useFormat()
  const word = wordOf(entity, field, value)
  if (word !== undefined) return <Word of={word} />
  if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no')
  if (typeof value === 'number') return <NumberValue field={field} value={value} />
  if (typeof value === 'string') return <Text field={field} value={value} />
  if (typeof value !== 'object' || value === null) return t('journalNothing')
  if (isClause(value)) return <ClauseSentence of={value} />
  if (entity === 'rrule' && field in scheduleParts)
    return <SchedulePart field={field} value={value} />
  if (entity === 'ticketType' && field === 'targets') return <Target of={value as TicketTarget} />
  if (isThing(value)) return <Thing of={value} />
  if (field === 'workingHours') return formatHours([value as WorkingSpan], format)
  if (field === 'dutyShifts') return <DutyShiftText of={value as JournaledShift} />
  if (field === 'dutySteps') return <DutyStepText of={value as JournaledStep} />
  if (field === 'dutyChange') return <DutyChangeText of={value as JournaledChange} />
  if (field === 'shifts') return formatShift(value as Shift, format)
  if (field === 'holidays')
    return formatHoliday(value as Holiday, format, (day, hours) =>
      hours === '' ? t('workingDayOf', { day }) : t('workingDayHoursOf', { day, hours }),
    )
  if (isChoice(value)) return t('journalChoice', { answer: value.answer, count: value.points })
  return t('journalOldShape')
}

const isThing = (value: object): value is NamedThing =>
  'kind' in value && 'id' in value && 'name' in value
const isChoice = (value: object): value is { answer: string; points: number } =>
  'answer' in value && 'points' in value
const isClause = (value: object): value is NamedClause => 'clause' in value && 'names' in value

function Target({ of }: { of: TicketTarget }): string {
  const { t } = useTranslation('tickets')
  return describeTarget(of, t)
}

function Thing({ of: { kind, id, name } }: { of: Reference & { name: string } }) {
  const { t } = useTranslation('entities')
  const to = addressOf(kind, id)
  if (name === '') return <>{t('journalGone')}</>
  return to === undefined ? (
    <bdi>{name}</bdi>
  ) : (
    <Link to={to}>
      <bdi>{name}</bdi>
    </Link>
  )
}

interface JournaledShift extends Omit<Shift, 'name'> {
  week: number
  person: NamedThing
}

function DutyShiftText({ of: { week, person, ...hours } }: { of: JournaledShift }): string {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const shift = formatShift({ ...hours, name: person.name }, format)
  return week === 1 ? shift : t('dutyShiftOfWeek', { week: format.number(week), shift })
}

interface JournaledStep {
  minutes: number
  to: 'onDuty' | 'duty' | 'user' | 'managers'
  person?: NamedThing
  duty?: NamedThing
}

function DutyStepText({ of: { minutes, to, person, duty } }: { of: JournaledStep }): string {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const who =
    person?.name ??
    duty?.name ??
    (to === 'managers' ? t('dutyStepTo_managers') : t('dutyStepTo_onDuty'))
  return t('dutyStepAfter', { to: who, minutes: format.number(minutes) })
}

interface JournaledChange {
  kind: 'absence' | 'replacement' | 'swap'
  state: 'accepted' | 'declined'
  from: string
  to: string
  person: NamedThing
  with?: NamedThing
}

function DutyChangeText({ of }: { of: JournaledChange }): string {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const change = t(`dutyChange_${of.kind}`, {
    person: of.person.name,
    other: of.with?.name ?? '',
    time: `${format.dateTime(of.from)} – ${format.dateTime(of.to)}`,
  })
  return of.state === 'declined' ? t('dutyChange_declined', { change }) : change
}

function Word({ of: { ns, key } }: { of: NonNullable<ReturnType<typeof wordOf>> }): string {
  const { t } = useTranslation(['common', ns])
  return t(`${ns}:${key}` as 'common:yes')
}

function NumberValue({ field, value }: { field: string; value: number }): ReactNode {
  const format = useFormat()
  if (field === 'weekStart') return weekdayName(format.locale, value)
  if (field === 'logoFileId')
    return (
      <span className={styles.journalPicture}>
        <StoredImage fileId={value} name={`#${value}`} className={styles.journalImage} />
      </span>
    )
  return <bdi>{format.number(value, { maximumFractionDigits: 6 })}</bdi>
}

/** Formats dates and times; other text is user input and stays unchanged. */
function Text({ field, value }: { field: string; value: string }): ReactNode {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const { wall, day } = useScheduleLabels()
  if (field === 'language' && isLanguage(value))
    return <span lang={value}>{languageNames[value]}</span>
  if (field === 'availableUntil' && value.startsWith('9999-')) return t('withoutEnd')
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) return wall(value)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return format.dateTime(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return day(value)
  return <bdi dir="auto">{value}</bdi>
}

const scheduleParts = { rule: true, restartAfter: true, deadline: true, reminder: true }

function SchedulePart({ field, value }: { field: string; value: object }): ReactNode {
  const words = useScheduleLabels()
  if (field === 'rule')
    return (
      <Suspense fallback={<span aria-busy="true">…</span>}>
        <ScheduleSentence of={value as RruleDraft} />
      </Suspense>
    )
  if (field === 'restartAfter') return words.span(value as RruleDraft['restartAfter'])
  return field === 'deadline'
    ? words.deadline(value as RruleDraft['deadline'])
    : words.reminder(value as RruleDraft['reminder'])
}
