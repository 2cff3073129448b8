import { useEffect, useState } from 'react'
import { calendarDay } from '#contract/formatters.ts'
import { useTranslation } from 'react-i18next'
import { asId } from '#lib/ids.ts'
import { useFormat } from '#lib/format.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import type { FieldProps } from './fieldProps.ts'
import styles from '../survey.module.css'

/**
 * A calendar day in the page's language. Unreadable input removes the answer, because the person
 * has overwritten the former day.
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
  // The day before the unreadable input, which the field restores.
  const [before, setBefore] = useState<string | null>(null)
  const [drawn, setDrawn] = useState(0)
  const isUnread = before !== null
  useEffect(() => onUnread?.(isUnread), [isUnread, onUnread])
  // Another tab's answer replaces unreadable input.
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
    // Renders again even if today was already chosen.
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

/** Today in the company's time zone, not the phone's. */
const today = (timeZone: string): string => calendarDay(new Date(), timeZone)
