import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurveyFiles } from '../surveyFiles.ts'
import type { FieldProps, TakeOver } from './fieldProps.ts'
import { FileImage, FileWay } from './FileRow.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import { TypedSignature } from './TypedSignature.tsx'
import styles from '../survey.module.css'

export function SignatureField({
  question,
  answer,
  labelledBy,
  describedBy,
}: FieldProps<'signature'>) {
  const { t } = useTranslation('survey')
  const { files, add, remove } = useSurveyFiles()
  const [isTyping, setIsTyping] = useState(false)
  // The field appears before the pressed button, so it takes the focus.
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isTyping) nameField.current?.focus()
  }, [isTyping])
  const [isLost, setIsLost] = useState(false)
  // Accepting and submitting at once creates only one image.
  const taking = useRef<Promise<boolean> | null>(null)
  const handleSigned: TakeOver = (draw) =>
    (taking.current ??= (async () => {
      const picture = await draw().catch(() => null)
      setIsLost(picture === null)
      return (
        picture !== null &&
        (await add(question.id, new File([picture], 'signature.png', { type: 'image/png' })))
      )
    })().finally(() => {
      taking.current = null
    }))

  if (answer !== undefined) {
    const { fileId } = answer
    const file = {
      ...(files.find(({ id }) => id === fileId) ?? { id: fileId, mime: '' }),
      name: t('field.signature'),
    }
    return (
      <div
        className={styles.surveySigned}
        role="group"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
      >
        <FileImage file={file} className={styles.surveySignatureImage} />
        <FileWay file={file} />
        <button type="button" className={styles.surveySoftButton} onClick={() => remove(fileId)}>
          {t('field.signAgain')}
        </button>
      </div>
    )
  }
  return (
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {isTyping ? (
        <TypedSignature nameField={nameField} onSigned={handleSigned} />
      ) : (
        <SignaturePad onSigned={handleSigned} />
      )}
      {isLost && (
        <p className={styles.surveyFault} role="alert">
          {t('field.notTakenOver')}
        </p>
      )}
      <button
        type="button"
        className={styles.surveyLinkButton}
        onClick={() => setIsTyping(!isTyping)}
      >
        {isTyping ? t('field.drawInstead') : t('field.typeInstead')}
      </button>
    </div>
  )
}
