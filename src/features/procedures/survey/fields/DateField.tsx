import { calendarDay } from '#contract/formatters'
import { useTranslation } from 'react-i18next'
import { asId } from '../../../../lib/ids.ts'
import { useFormat } from '../../../../lib/format.tsx'
import { MomentField } from '../../../../ui/moment/MomentField.tsx'
import type { FieldProps } from './fieldProps.ts'
import styles from '../survey.module.css'

/** A calendar day, written as the language of the page has it. */
export function DateField({
  question,
  answer,
  onAnswer,
  labelledBy,
  describedBy,
  isInvalid,
}: FieldProps<'date'>) {
  const { t } = useTranslation('survey')
  const { timeZone } = useFormat()
  const handleChange = (date: string) =>
    onAnswer(
      date === '' ? null : { kind: 'date', questionId: asId('surveyQuestion', question.id), date },
    )
  return (
    <div className={styles.surveyDate}>
      <MomentField
        kind="day"
        className={styles.surveyInput}
        value={answer?.date ?? null}
        onChange={handleChange}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        aria-required={question.required}
      />
      <button
        type="button"
        className={styles.surveySoftButton}
        onClick={() => handleChange(today(timeZone))}
      >
        {t('field.today')}
      </button>
    </div>
  )
}

/** Today where the company is, which may be yesterday or tomorrow where the phone is. */
const today = (timeZone: string): string => calendarDay(new Date(), timeZone)
