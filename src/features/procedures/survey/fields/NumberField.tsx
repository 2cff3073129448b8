import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { asId } from '#lib/ids.ts'
import {
  MAX_ANSWER,
  readNumber,
  readTyped,
  writtenNumber,
  type Typed,
} from '#contract/rules/readNumber.ts'
import type { FieldProps } from './fieldProps.ts'
import styles from '../survey.module.css'

export function NumberField({
  question,
  answer,
  onAnswer,
  labelledBy,
  describedBy,
  isInvalid,
  onUnread,
}: FieldProps<'number'>) {
  const { decimalSign } = useFormat()
  const minimum = narrower(Math.max, question.minimum, question.validation?.minimum)
  const maximum = narrower(Math.min, question.maximum, question.validation?.maximum)
  const limits = useLimits(minimum, maximum)
  const written = (value: number | undefined) =>
    value === undefined ? '' : writtenNumber(value, decimalSign)
  // The text as typed. It follows the answer only after a change elsewhere.
  const [raw, setRaw] = useState(() => written(answer?.value))
  const meant = readNumber(raw, decimalSign)
  const isStale = meant !== (answer?.value ?? null)
  const shown = isStale ? written(answer?.value) : raw
  const unread = useUnread(readTyped(shown, decimalSign), minimum, maximum)
  const isUnread = unread !== null
  useEffect(() => onUnread?.(isUnread), [isUnread, onUnread])
  const handleChange = (typed: string) => {
    setRaw(typed)
    const value = readNumber(typed, decimalSign)
    onAnswer(
      value === null
        ? null
        : { kind: 'number', questionId: asId('surveyQuestion', question.id), value },
    )
  }
  return (
    <div className={styles.surveyNumber}>
      <input
        // Blocks the submission, which would omit the text (PerformForm).
        ref={(field) => field?.setCustomValidity(unread ?? '')}
        className={styles.surveyInput}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={shown}
        onChange={(event) => handleChange(event.target.value)}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || isUnread}
        aria-required={question.required}
      />
      {question.unit !== null && <bdi className={styles.surveyUnit}>{question.unit}</bdi>}
      {limits !== null && <span className="quiet">{limits}</span>}
      {isUnread && (
        <p className={styles.surveyFault} role="alert">
          {unread}
        </p>
      )}
    </div>
  )
}

/**
 * Why the text is not a valid answer. Null if it is valid or empty. Limits are checked at
 * submission.
 */
function useUnread(typed: Typed, minimum: number | null, maximum: number | null): string | null {
  const { t } = useTranslation(['survey', 'common'])
  if (typed.is === 'nothing') return null
  if (typed.is === 'noNumber') return t('fault.notANumber')
  if (typed.is === 'number' && Math.abs(typed.value) <= MAX_ANSWER) return null
  if (typed.value > Math.min(MAX_ANSWER, maximum ?? MAX_ANSWER)) return t('fault.aboveMaximum')
  if (typed.value < Math.max(-MAX_ANSWER, minimum ?? -MAX_ANSWER)) return t('fault.belowMinimum')
  return t('common:tooManyDigits', { typed: typed.plain })
}

/** The narrower of the question's limit and its validation type's. */
function narrower(
  of: (...values: number[]) => number,
  own: number | null,
  types: number | null | undefined,
): number | null {
  const limits = [own, types].filter((limit) => typeof limit === 'number')
  return limits.length === 0 ? null : of(...limits)
}

function useLimits(minimum: number | null, maximum: number | null): string | null {
  const { t } = useTranslation('survey')
  const format = useFormat()
  if (minimum !== null && maximum !== null)
    return t('limits.between', { from: format.number(minimum), to: format.number(maximum) })
  if (minimum !== null) return t('limits.from', { from: format.number(minimum) })
  return maximum === null ? null : t('limits.to', { to: format.number(maximum) })
}
