import { useTranslation } from 'react-i18next'
import { asId } from '../../../../lib/ids.ts'
import { useFormat } from '../../../../lib/format.tsx'
import type { FieldProps } from './fieldProps.ts'

/** A calendar day. The browser's own field: on a phone nothing is handier. */
export function DateField({ question, answer, onAnswer, labelledBy, describedBy, isInvalid }: FieldProps<'date'>) {
  const { t } = useTranslation('survey')
  const { timeZone } = useFormat()
  const handleChange = (date: string) =>
    onAnswer(date === '' ? null : { kind: 'date', questionId: asId('surveyQuestion', question.id), date })
  return (
    <div className="survey-date">
      <input
        className="survey-input" type="date" max="9999-12-31" value={answer?.date ?? ''} onChange={(event) => handleChange(event.target.value)}
        aria-labelledby={labelledBy} aria-describedby={describedBy} aria-invalid={isInvalid} aria-required={question.required}
      />
      <button type="button" className="survey-soft-button" onClick={() => handleChange(today(timeZone))}>{t('field.today')}</button>
    </div>
  )
}

/** Today where the company is, which may be yesterday or tomorrow where the phone is. */
function today(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date())
}
