import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurveyFiles } from '../surveyFiles.ts'
import type { FieldProps } from './fieldProps.ts'
import { FileImage, FileWay } from './FileRow.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import { TypedSignature } from './TypedSignature.tsx'
import styles from '../survey.module.css'

/**
 * Drawn by finger, pen or mouse, or typed by those who use a keyboard; kept as a picture either
 * way.
 */
export function SignatureField({
  question,
  answer,
  labelledBy,
  describedBy,
}: FieldProps<'signature'>) {
  const { t } = useTranslation('survey')
  const { files, add, remove } = useSurveyFiles()
  const [isTyping, setIsTyping] = useState(false)
  const handleSigned = (picture: Blob) =>
    add(question.id, new File([picture], 'signature.png', { type: 'image/png' }))

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
        <TypedSignature onSigned={handleSigned} />
      ) : (
        <SignaturePad onSigned={handleSigned} />
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
