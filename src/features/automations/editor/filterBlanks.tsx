/** Pickers of the filters' blanks. A kind without pickers does not compile. */
import { Button, Checkbox, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankFilter, FilterKind } from '#contract/automation/filters.ts'
import { comparesNumbers } from '#contract/automation/filters/answer.ts'
import { isTimeOfDay } from '#contract/automation/filters/time.ts'
import { operatorsFor, type AnswerOperator } from '#contract/rules/answerRules.ts'
import { inventoryOperators } from '#contract/automation/filters/inventory.ts'
import { scoreOperators } from '#contract/automation/filters/score.ts'
import { FilterObjectEditor } from '#entities/filterObject/FilterObjectEditor.tsx'
import { RolePicker, UserPicker } from '#entities/pickers/pickers.tsx'
import { InventoryItemPicker } from '#entities/pickers/wordPickers.tsx'
import { useFormat } from '#lib/format.tsx'
import { weekdayName, weekFrom } from '#lib/week.ts'
import { ClockField } from '#ui/dates/ClockField.tsx'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import { QuestionPicker } from './QuestionPicker.tsx'
import type { BlankPickers, PickingProps } from './picking.ts'
import styles from '../automations.module.css'

/** Criteria for the event's equipment and location; the procedure has its own blank. */
const askableKeys = [
  'equipmentIds',
  'equipmentTypeIds',
  'equipmentStatusIds',
  'locationIds',
  'locationTypeIds',
  'tagIds',
] as const

function ObjectsPicker({ value, onChange, close }: PickingProps<BlankFilter<'objects'>>) {
  const { t } = useTranslation('automations')
  const isAnywhere = Object.values(value.filter).every((ids) => (ids?.length ?? 0) === 0)
  return (
    <>
      <FilterObjectEditor
        value={value.filter}
        onChange={(filter) =>
          onChange({
            ...value,
            filter: Object.fromEntries(
              Object.entries(filter).flatMap(([key, ids]) =>
                ids === undefined ? [] : [[key, ids]],
              ),
            ),
          })
        }
        keys={askableKeys}
      />
      {!isAnywhere && (
        <Button
          size="small"
          type="link"
          onClick={() => {
            onChange({ ...value, filter: {} })
            close()
          }}
        >
          {t('blank.anywhere')}
        </Button>
      )}
    </>
  )
}

function ScorePicker({ value, onChange }: PickingProps<BlankFilter<'score'>>) {
  const { t } = useTranslation('automations')
  const handleOperator = (operator: (typeof scoreOperators)[number]) => {
    const { to, ...others } = value
    onChange(
      operator === 'range'
        ? { ...others, operator, to: Math.max(value.value, to ?? 100) }
        : { ...others, operator },
    )
  }
  return (
    <div className={styles.scorePicker}>
      <Segmented
        vertical
        aria-label={t('blank.score')}
        value={value.operator}
        onChange={handleOperator}
        options={scoreOperators.map((operator) => ({
          value: operator,
          label: t(`operator.${operator}`),
        }))}
      />
      <div className={styles.scorePickerNumbers}>
        <NeededNumber
          min={0}
          max={100}
          aria-label={t('blank.scoreValue')}
          value={value.value}
          onChange={(score) => onChange({ ...value, value: score })}
        />
        {value.operator === 'range' && (
          <NeededNumber
            min={0}
            max={100}
            aria-label={t('blank.scoreTo')}
            value={value.to ?? 100}
            onChange={(score) => onChange({ ...value, to: score })}
          />
        )}
      </div>
    </div>
  )
}

function DaysPicker({ value, onChange }: PickingProps<BlankFilter<'time'>>) {
  const { t } = useTranslation('automations')
  const { locale, weekStart } = useFormat()
  const days = weekFrom(weekStart)
  return (
    <>
      <Checkbox.Group
        className={styles.dayBoxes}
        aria-label={t('blank.days')}
        value={value.days}
        onChange={(chosen) =>
          onChange({ ...value, days: days.filter((day) => chosen.includes(day)) })
        }
        options={days.map((day) => ({ value: day, label: weekdayName(locale, day) }))}
      />
      <div>
        <Button
          size="small"
          type="link"
          onClick={() => onChange({ ...value, days: [1, 2, 3, 4, 5] })}
        >
          {t('time.weekdays')}
        </Button>
        <Button size="small" type="link" onClick={() => onChange({ ...value, days: [] })}>
          {t('time.anyDay')}
        </Button>
      </div>
    </>
  )
}

function HoursPicker({ value, onChange }: PickingProps<BlankFilter<'time'>>) {
  const { t } = useTranslation('automations')
  const field = (key: 'from' | 'to', label: string) => (
    <div className={styles.hourField}>
      <span aria-hidden>{label}</span>
      <ClockField
        label={label}
        value={value[key] ?? ''}
        isFaulty={!isTimeOfDay(value[key])}
        onChange={(time) => onChange({ ...value, [key]: endsTheDay(key, time) ? null : time })}
      />
    </div>
  )
  return (
    <>
      <div className={styles.hourFields}>
        {field('from', t('time.entering'))}
        {field('to', t('time.leaving'))}
      </div>
      {isTimeOfDay(value.from) && isTimeOfDay(value.to) ? (
        <p className={`quiet ${styles.blankHint}`}>{t('time.hint')}</p>
      ) : (
        <p className={styles.sentenceFaults} role="alert">
          {t('fault.timeUnreadable')}
        </p>
      )}
    </>
  )
}

const endsTheDay = (key: 'from' | 'to', time: string): boolean =>
  time === '' || (key === 'to' && time === '24:00')

function FilterQuestionPicker({
  value,
  onChange,
  close,
  questions,
}: PickingProps<BlankFilter<'answer'>>) {
  return (
    <QuestionPicker
      questions={questions}
      value={value.questionId}
      onChange={(questionId) => {
        const question = questions.find(({ id }) => id === questionId)
        onChange({
          kind: 'answer',
          questionId,
          operator: operatorsFor(question?.kind ?? 'text')[0] ?? 'answered',
          answerIds: [],
          value: question?.kind === 'number' ? 0 : null,
          to: null,
        })
        close()
      }}
    />
  )
}

function AnswerPicker({ value, onChange, questions }: PickingProps<BlankFilter<'answer'>>) {
  const { t } = useTranslation('automations')
  const question = questions.find(({ id }) => id === value.questionId)
  if (question === undefined) return <p className={styles.blankHint}>{t('blank.questionFirst')}</p>
  const handleOperator = (operator: AnswerOperator) => {
    const isComparison = comparesNumbers(operator)
    onChange({
      ...value,
      operator,
      answerIds: operator === 'isAnyOf' || operator === 'isNoneOf' ? value.answerIds : [],
      value: isComparison ? (value.value ?? 0) : null,
      to: operator === 'range' ? Math.max(value.value ?? 0, value.to ?? 0) : null,
    })
  }
  return (
    <>
      <Select
        aria-label={t('blank.answer')}
        value={value.operator}
        popupMatchSelectWidth={false}
        onChange={handleOperator}
        options={operatorsFor(question.kind).map((operator) => ({
          value: operator,
          label: t(`answerOperator.${operator}`),
        }))}
      />
      {(value.operator === 'isAnyOf' || value.operator === 'isNoneOf') && (
        <Checkbox.Group
          className={styles.answerBoxes}
          value={value.answerIds}
          onChange={(answerIds) => onChange({ ...value, answerIds })}
          options={question.answers.map(({ id, title }) => ({
            value: id,
            label: <bdi>{title}</bdi>,
          }))}
        />
      )}
      {value.value !== null && (
        <div className={styles.hourFields}>
          <NeededNumber
            aria-label={t('blank.number')}
            value={value.value}
            onChange={(number) => onChange({ ...value, value: number })}
          />
          {value.to !== null && (
            <NeededNumber
              aria-label={t('blank.scoreTo')}
              value={value.to}
              onChange={(to) => onChange({ ...value, to })}
            />
          )}
        </div>
      )}
    </>
  )
}

function ItemPicker({ value, onChange, close }: PickingProps<BlankFilter<'inventory'>>) {
  return (
    <AnyItem
      itemId={value.itemId}
      onChange={(itemId) => {
        onChange({ ...value, itemId })
        close()
      }}
    />
  )
}

function DosesItemPicker({ value, onChange, close }: PickingProps<BlankFilter<'discardedDoses'>>) {
  return (
    <AnyItem
      itemId={value.itemId}
      onChange={(itemId) => {
        onChange({ ...value, itemId })
        close()
      }}
    />
  )
}

function AnyItem({
  itemId,
  onChange,
}: {
  itemId: number | null
  onChange: (itemId: number | null) => void
}) {
  const { t } = useTranslation('automations')
  return (
    <>
      <InventoryItemPicker
        defaultOpen
        autoFocus
        allowClear={false}
        value={itemId}
        onChange={onChange}
      />
      {itemId !== null && (
        <Button size="small" type="link" onClick={() => onChange(null)}>
          {t('anyItem')}
        </Button>
      )}
    </>
  )
}

function AmountPicker({ value, onChange }: PickingProps<BlankFilter<'inventory'>>) {
  const { t } = useTranslation('automations')
  return (
    <div className={styles.scorePicker}>
      <Segmented
        vertical
        aria-label={t('blank.amount')}
        value={value.operator}
        options={inventoryOperators.map((operator) => ({
          value: operator,
          label: t(`amountOperator.${operator}`),
        }))}
        onChange={(operator) =>
          onChange({
            ...value,
            operator,
            to: operator === 'range' ? Math.max(value.value, value.to ?? value.value) : null,
          })
        }
      />
      <div className={styles.scorePickerNumbers}>
        <NeededNumber
          min={0}
          aria-label={t('blank.number')}
          value={value.value}
          onChange={(amount) => onChange({ ...value, value: amount })}
        />
        {value.to !== null && (
          <NeededNumber
            min={0}
            aria-label={t('blank.scoreTo')}
            value={value.to}
            onChange={(to) => onChange({ ...value, to })}
          />
        )}
      </div>
    </div>
  )
}

function PerformersPicker({ value, onChange }: PickingProps<BlankFilter<'performer'>>) {
  const { t } = useTranslation('automations')
  return (
    <div className={styles.peopleFields}>
      <label>
        <span>{t('blank.roles')}</span>
        <RolePicker
          multiple
          label={t('blank.roles')}
          value={value.roleIds}
          onChange={(roleIds: number[]) => onChange({ ...value, roleIds })}
        />
      </label>
      <label>
        <span>{t('blank.users')}</span>
        <UserPicker
          multiple
          label={t('blank.users')}
          value={value.userIds}
          onChange={(userIds: number[]) => onChange({ ...value, userIds })}
        />
      </label>
    </div>
  )
}

export const filterBlanks: { [K in FilterKind]: BlankPickers<BlankFilter<K>> } = {
  objects: { objects: ObjectsPicker },
  score: { score: ScorePicker },
  time: { days: DaysPicker, hours: HoursPicker },
  answer: { question: FilterQuestionPicker, answer: AnswerPicker },
  inventory: { item: ItemPicker, amount: AmountPicker },
  discardedDoses: { item: DosesItemPicker },
  performer: { people: PerformersPicker },
}
