import { useId, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurveyFiles } from '../surveyFiles.ts'
import { useUnsettledField } from '../unsettled.ts'
import { pictureOfName } from './ink.ts'
import type { TakeOver } from './fieldProps.ts'
import styles from '../survey.module.css'

interface Props {
  nameField: RefObject<HTMLInputElement | null>
  onSigned: TakeOver
}

export function TypedSignature({ nameField, onSigned }: Props) {
  const { t } = useTranslation('survey')
  const [name, setName] = useState('')
  const field = useId()
  const handleDone = () => onSigned(() => pictureOfName(name.trim()))
  useUnsettledField(useSurveyFiles(), name.trim() !== '', handleDone)
  return (
    <div className={styles.surveyTyped}>
      <label htmlFor={field} className="quiet">
        {t('field.yourName')}
      </label>
      <input
        ref={nameField}
        id={field}
        className={`${styles.surveyInput} ${styles.surveyTypedName}`}
        dir="auto"
        autoComplete="name"
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button
        type="button"
        className={`${styles.surveySoftButton} ${styles.surveyStrong}`}
        disabled={name.trim() === ''}
        onClick={() => void handleDone()}
      >
        {t('field.signatureDone')}
      </button>
    </div>
  )
}
