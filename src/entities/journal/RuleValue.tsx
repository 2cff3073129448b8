/** What changed on a schedule rule, as its own page words it: a sentence, spans, names of things and people. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { filterKeys, type FilterKey } from '#contract/filter'
import type { RruleDraft } from '#contract/rrules'
import type { FilterDraft } from '../filterObject/FilterObjectEditor.tsx'
import { useFilterSummary } from '../filterObject/useFilterSummary.ts'
import { RolePicker, UserPicker } from '../pickers/pickers.tsx'
import { useScheduleWords } from '../recurrence/useScheduleWords.ts'

/** The fields that the journal keeps as data; all others speak for themselves. */
export const ruleFields = ['rule', 'kind', 'objects', 'every', 'restartAfter', 'repeatCount', 'start', 'end', 'deadline', 'reminder', 'onHoliday', 'onNonWorkingDay', 'whenOverdue', 'userIds', 'roleIds'] as const
type RuleField = (typeof ruleFields)[number]

export const ruleFieldOf = (field: string): RuleField | FilterKey | undefined => ruleFields.find((one) => one === field) ?? filterKeys.find((one) => one === field)

export function useRuleFieldLabel(): (field: RuleField | FilterKey) => string {
  const { t } = useTranslation(['schedules', 'entities'])
  return (field) => {
    const things = filterKeys.find((one) => one === field)
    if (things !== undefined) return t(`entities:${things}`)
    const own = ruleFields.find((one) => one === field)
    return own === undefined || own === 'rule' ? t('ruleText') : t(`field.${own}`)
  }
}

/** The server writes these fields by the contract's own shapes. */
export function RuleValue({ field, value }: { field: RuleField | FilterKey; value: unknown }): ReactNode {
  const { t } = useTranslation('schedules')
  const words = useScheduleWords()
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '—'
  switch (field) {
    case 'rule': return <code className="rule-text" dir="ltr">{value as string}</code>
    case 'kind': return t(`kind.${value as RruleDraft['kind']}`)
    case 'objects': return t(`objects.${value as RruleDraft['objects']}`)
    case 'every': case 'restartAfter': return words.span(value as RruleDraft['every'])
    case 'start': return words.wall(value as string)
    case 'end': return words.day(value as string)
    case 'deadline': return words.deadline(value as RruleDraft['deadline'])
    case 'reminder': return words.reminder(value as RruleDraft['reminder'])
    case 'onHoliday': case 'onNonWorkingDay': return t(`dayOff.${value as RruleDraft['onHoliday']}`)
    case 'whenOverdue': return t(`overdue.${value as RruleDraft['whenOverdue']}`)
    case 'userIds': return <UserPicker multiple disabled variant="borderless" value={value as number[]} />
    case 'roleIds': return <RolePicker multiple disabled variant="borderless" value={value as number[]} />
    case 'repeatCount': return value as number
    default: return <ThingNames things={{ [field]: value as number[] }} />
  }
}

function ThingNames({ things }: { things: FilterDraft }) {
  return <bdi>{useFilterSummary(things)}</bdi>
}
