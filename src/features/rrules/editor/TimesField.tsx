import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { Labelled } from './Labelled.tsx'
import { timesFit } from './repeatForm.ts'
import { useAddOnBlur } from './useAddOnBlur.ts'
import styles from './editor.module.css'

export function TimesField({
  times,
  onChange,
}: {
  times: readonly string[]
  onChange(times: string[]): void
}) {
  const { t } = useTranslation(['schedules', 'common'])
  const [typed, setTyped] = useState('')
  const canAdd = /^\d\d:\d\d$/.test(typed) && !times.includes(typed)
  function handleAdd(): void {
    if (!canAdd) return
    onChange([...times, typed].sort())
    setTyped('')
  }
  const whenLeft = useAddOnBlur(canAdd, handleAdd)
  return (
    <Labelled label={t('field.times')} hint={timesFit(times) ? t('timesHint') : t('timesDiffer')}>
      {(id) => (
        <div className={styles.chips}>
          {times.map((time) => (
            <Chip
              key={time}
              words={time}
              onRemove={() => onChange(times.filter((one) => one !== time))}
            />
          ))}
          <span className={styles.spanField} role="presentation" {...whenLeft}>
            <MomentField
              kind="time"
              id={id}
              className={styles.timeField}
              value={typed}
              onChange={setTyped}
            />
            <Button icon={<PlusOutlined aria-hidden />} disabled={!canAdd} onClick={handleAdd}>
              {t('addTime')}
            </Button>
          </span>
        </div>
      )}
    </Labelled>
  )
}

export function Chip({ words, onRemove }: { words: string; onRemove(): void }) {
  const { t } = useTranslation('common')
  return (
    <span className={`${styles.chip} numbers`}>
      <bdi>{words}</bdi>
      <button type="button" aria-label={`${t('remove')}: ${words}`} onClick={onRemove}>
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}
