/** The controls in the blanks of the sentence. Each shows words and opens the picker the whole product uses. */
import { Button, Input, InputNumber, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FilterKey } from '#contract/filter'
import { kindOfFilterKey } from '../../../entities/automations/names.ts'
import { usePhrases } from '../../../entities/automations/usePhrases.ts'
import { peopleCalls, procedureCalls } from '../../../entities/calls.ts'
import { FilterObjectEditor } from '../../../entities/filterObject/FilterObjectEditor.tsx'
import { useFilterSummary } from '../../../entities/filterObject/useFilterSummary.ts'
import { ProcedurePicker, UserPicker } from '../../../entities/pickers/pickers.tsx'
import { ticketCalls } from '../../../entities/tickets/calls.ts'
import { TicketTypePicker } from '../../../entities/tickets/TicketTypePicker.tsx'
import { Blank } from './Blank.tsx'
import type { MissingThing, ObjectsBlank, ScoreBlank } from './sentenceDraft.ts'

/** A name that is not in the lists any more is told by its last one. */
type LastName = (id: number) => string | undefined

export function ProcedureBlank({ value, onChange }: { value: number | null; onChange: (procedureId: number | null) => void }) {
  const { t } = useTranslation('automations')
  const { data } = procedureCalls.useListTinyProceduresQuery({ body: { ids: value === null ? [] : [value], limit: 1 } }, { skip: value === null })
  const name = value === null ? t('blank.procedure') : data?.rows[0]?.name ?? '…'
  return (
    <Blank label={t('blank.procedureLabel')} value={name} isOpenQuestion={value === null}>
      {(close) => <ProcedurePicker defaultOpen autoFocus allowClear={false} label={t('blank.procedureLabel')} value={value} onChange={(chosen: number | null) => { onChange(chosen); close() }} />}
    </Blank>
  )
}

/** What the event's own equipment and place can be asked for; the procedure has its own blank. */
const askable: readonly FilterKey[] = ['equipmentIds', 'equipmentTypeIds', 'equipmentStatusIds', 'locationIds', 'locationTypeIds', 'tagIds']

interface ObjectsProps {
  value: ObjectsBlank
  onChange: (objects: ObjectsBlank) => void
  /** Things the rule names that are gone: told by their last name. */
  missing: readonly MissingThing[]
}

export function ObjectsControl({ value, onChange, missing }: ObjectsProps) {
  const { t } = useTranslation('automations')
  const found = useFilterSummary(value)
  const gone = missing.filter(({ kind, id }) => askable.some((key) => kindOfFilterKey[key] === kind && value[key]?.includes(id) === true))
  const summary = gone.reduce((words, { id, name }) => words.replace(`#${id}`, name), found)
  const isAnywhere = Object.values(value).every((ids) => (ids?.length ?? 0) === 0)
  const words = (value.equipmentIds?.length ?? 0) > 0 ? summary : t('objects.some', { list: summary })
  return (
    <Blank label={t('blank.objects')} value={isAnywhere ? t('objects.any') : words} isOpenQuestion={gone.length > 0}>
      {(close) => (
        <>
          <FilterObjectEditor value={value} onChange={onChange} keys={askable} />
          {!isAnywhere && <Button size="small" type="link" onClick={() => { onChange({}); close() }}>{t('blank.anywhere')}</Button>}
        </>
      )}
    </Blank>
  )
}

const operators = ['any', 'lessThan', 'equal', 'greaterThan', 'range'] as const

export function ScoreControl({ value, onChange }: { value: ScoreBlank | null; onChange: (score: ScoreBlank | null) => void }) {
  const { t } = useTranslation('automations')
  const phrases = usePhrases()
  const handleOperator = (operator: (typeof operators)[number]) => {
    if (operator === 'any') return onChange(null)
    const from = value?.value ?? 60
    onChange(operator === 'range' ? { operator, value: from, to: Math.max(from, value?.to ?? 100) } : { operator, value: from })
  }
  const bounded = (score: number | null) => Math.min(100, Math.max(0, score ?? 0))
  return (
    <Blank label={t('blank.score')} value={phrases.score(value ?? undefined)}>
      {() => (
        <div className="score-picker">
          <Segmented
            vertical aria-label={t('blank.score')} value={value?.operator ?? 'any'} onChange={handleOperator}
            options={operators.map((operator) => ({ value: operator, label: t(`operator.${operator}`) }))}
          />
          {value !== null && (
            <div className="score-picker-numbers">
              <InputNumber min={0} max={100} aria-label={t('blank.scoreValue')} value={value.value} onChange={(score) => onChange({ ...value, value: bounded(score) })} />
              {value.operator === 'range' && <InputNumber min={0} max={100} aria-label={t('blank.scoreTo')} value={value.to ?? 100} onChange={(score) => onChange({ ...value, to: bounded(score) })} />}
            </div>
          )}
        </div>
      )}
    </Blank>
  )
}

export function TicketTypeControl({ value, onChange, lastName }: { value: number | null; onChange: (ticketTypeId: number | null) => void; lastName: LastName }) {
  const { t } = useTranslation('automations')
  const { data } = ticketCalls.useGetTicketTypesQuery()
  const found = data?.rows.find(({ id }) => id === value)
  const isGone = value !== null && data !== undefined && found === undefined
  const name = value === null ? t('blank.ticketType') : found?.name ?? lastName(value) ?? '…'
  return (
    <Blank label={t('blank.ticketTypeLabel')} value={name} isOpenQuestion={value === null || isGone}>
      {(close) => <TicketTypePicker defaultOpen autoFocus allowClear={false} label={t('blank.ticketTypeLabel')} value={isGone ? null : value} onChange={(chosen: number | null) => { onChange(chosen); close() }} />}
    </Blank>
  )
}

export function TitleControl({ value, onChange }: { value: string; onChange: (title: string) => void }) {
  const { t } = useTranslation('automations')
  return (
    <Blank label={t('blank.title')} value={value.trim() === '' ? t('blank.autoTitle') : value}>
      {(close) => (
        <Input
          autoFocus dir="auto" maxLength={200} aria-label={t('blank.title')} placeholder={t('blank.autoTitle')} value={value} allowClear
          onChange={(event) => onChange(event.target.value)} onPressEnter={close}
        />
      )}
    </Blank>
  )
}

export function AssigneeControl({ value, onChange, lastName }: { value: number | null; onChange: (assigneeId: number | null) => void; lastName: LastName }) {
  const { t } = useTranslation('automations')
  const { data } = peopleCalls.useListTinyUsersQuery({ body: { ids: value === null ? [] : [value], limit: 1 } }, { skip: value === null })
  const isGone = value !== null && data !== undefined && data.rows.length === 0
  const name = value === null ? t('assignee.nobody') : data?.rows[0]?.name ?? lastName(value) ?? '…'
  return (
    <Blank label={t('blank.assignee')} value={name} isOpenQuestion={isGone}>
      {(close) => (
        <>
          <UserPicker defaultOpen autoFocus allowClear={false} label={t('blank.assignee')} value={isGone ? null : value} onChange={(chosen: number | null) => { onChange(chosen); close() }} />
          {value !== null && <Button size="small" type="link" onClick={() => { onChange(null); close() }}>{t('assignee.nobody')}</Button>}
        </>
      )}
    </Blank>
  )
}
