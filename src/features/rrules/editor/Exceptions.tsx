import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { Labelled } from './Labelled.tsx'
import { Chip } from './TimesField.tsx'
import type { PartProps } from './repeatForm.ts'
import { useAddOnBlur } from './useAddOnBlur.ts'
import styles from './editor.module.css'

export function Exceptions({ repeat, change }: PartProps) {
  const { t } = useTranslation('schedules')
  return (
    <div className={styles.twoFields}>
      <Dates
        label={t('field.leftOut')}
        add={t('addLeftOut')}
        kind="day"
        dates={repeat.leftOut}
        onChange={(leftOut) => change({ leftOut })}
      />
      <Dates
        label={t('field.added')}
        add={t('addAdded')}
        kind="minute"
        dates={repeat.added}
        onChange={(added) => change({ added })}
      />
    </div>
  )
}

interface DatesProps {
  label: string
  add: string
  kind: 'day' | 'minute'
  dates: readonly string[]
  onChange(dates: string[]): void
}

function Dates({ label, add, kind, dates, onChange }: DatesProps) {
  const words = useScheduleLabels()
  const [typed, setTyped] = useState('')
  const canAdd = typed !== '' && !dates.includes(typed)
  function handleAdd(): void {
    if (!canAdd) return
    onChange([...dates, typed].sort())
    setTyped('')
  }
  const whenLeft = useAddOnBlur(canAdd, handleAdd)
  return (
    <Labelled label={label}>
      {(id) => (
        <div className={styles.chips}>
          {dates.map((date) => (
            <Chip
              key={date}
              words={inWords(date, words)}
              onRemove={() => onChange(dates.filter((one) => one !== date))}
            />
          ))}
          <span className={styles.spanField} role="presentation" {...whenLeft}>
            <MomentField
              kind={kind}
              id={id}
              className={styles.dateField}
              value={typed}
              onChange={setTyped}
            />
            <Button
              icon={<PlusOutlined aria-hidden />}
              disabled={!canAdd}
              aria-label={add}
              onClick={handleAdd}
            />
          </span>
        </div>
      )}
    </Labelled>
  )
}

function inWords(date: string, words: ReturnType<typeof useScheduleLabels>): string {
  if (date.length === 10) return words.day(date)
  return date.endsWith('Z') ? words.moment(date) : words.wall(date)
}
