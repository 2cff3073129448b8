import { useEffect, useState } from 'react'
import { calendarDay } from '#contract/formatters.ts'
import { useTranslation } from 'react-i18next'
import { asId } from '#lib/ids.ts'
import { useFormat } from '#lib/format.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import type { FieldProps } from './fieldProps.ts'
import styles from '../survey.module.css'

/**
 * A calendar day, written as the language of the page has it. While what is typed cannot be read
 * there is no answer: the day of before would be one that the person has just written over.
 */
export function DateField({
  question,
  answer,
  onAnswer,
  labelledBy,
  describedBy,
  isInvalid,
  onUnread,
}: FieldProps<'date'>) {
  const { t } = useTranslation('survey')
  const { timeZone } = useFormat()
  // The day that was chosen before what cannot be read; the field still goes back to it.
  const [before, setBefore] = useState<string | null>(null)
  const [drawn, setDrawn] = useState(0)
  const isUnread = before !== null
  useEffect(() => onUnread?.(isUnread), [isUnread, onUnread])
  // Answered in another tab meanwhile: that is shown in place of what cannot be read.
  if (isUnread && answer !== undefined) {
    setBefore(null)
    setDrawn(drawn + 1)
  }
  const handleChange = (date: string) => {
    setBefore(null)
    onAnswer(
      date === '' ? null : { kind: 'date', questionId: asId('surveyQuestion', question.id), date },
    )
  }
  const handleUnread = (isNow: boolean) => {
    if (isNow === isUnread) return
    if (!isNow) return handleChange(answer?.date ?? before ?? '')
    setBefore(answer?.date ?? '')
    if (answer !== undefined) onAnswer(null)
  }
  const handleToday = () => {
    // What could not be read gives way also where today was chosen before.
    if (isUnread) setDrawn(drawn + 1)
    handleChange(today(timeZone))
  }
  return (
    <div className={styles.surveyDate}>
      <MomentField
        key={drawn}
        kind="day"
        className={styles.surveyInput}
        value={answer?.date ?? before}
        onChange={handleChange}
        onUnread={handleUnread}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-required={question.required}
      />
      <button type="button" className={styles.surveySoftButton} onClick={handleToday}>
        {t('field.today')}
      </button>
    </div>
  )
}

/** Today where the company is, which may be yesterday or tomorrow where the phone is. */
const today = (timeZone: string): string => calendarDay(new Date(), timeZone)
