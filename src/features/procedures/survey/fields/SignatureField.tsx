import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StoredImage } from '../../../../entities/files/StoredImage.tsx'
import { useSurveyFiles } from '../surveyFiles.ts'
import type { FieldProps } from './fieldProps.ts'
import { SignaturePad } from './SignaturePad.tsx'
import { TypedSignature } from './TypedSignature.tsx'
import { UploadRow } from './UploadRow.tsx'

/** Drawn by finger, pen or mouse, or typed by those who use a keyboard; kept as a picture either way. */
export function SignatureField({ question, answer, onAnswer, labelledBy, describedBy }: FieldProps<'signature'>) {
  const { t } = useTranslation('survey')
  const { uploads, send, retry, forget } = useSurveyFiles()
  const [isTyping, setIsTyping] = useState(false)
  const upload = uploads.find(({ questionId }) => questionId === question.id)
  const handleSigned = (picture: Blob) => send(question.id, new File([picture], 'signature.png', { type: 'image/png' }))

  if (answer !== undefined) {
    return (
      <div className="survey-signed" role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
        <StoredImage fileId={answer.fileId} name={t('field.signature')} className="survey-signature-image" />
        <button type="button" className="survey-soft-button" onClick={() => onAnswer(null)}>{t('field.signAgain')}</button>
      </div>
    )
  }
  return (
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {upload !== undefined
        ? <UploadRow upload={upload} onRetry={() => retry(upload.key)} onRemove={() => forget(upload.key)} />
        : isTyping ? <TypedSignature onSigned={handleSigned} /> : <SignaturePad onSigned={handleSigned} />}
      {upload === undefined && (
        <button type="button" className="survey-link-button" onClick={() => setIsTyping(!isTyping)}>
          {isTyping ? t('field.drawInstead') : t('field.typeInstead')}
        </button>
      )}
    </div>
  )
}
