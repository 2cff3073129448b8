import { CameraOutlined, DeleteOutlined, FileOutlined, PaperClipOutlined } from '@ant-design/icons'
import { useId, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { StoredImage } from '../../../../entities/files/StoredImage.tsx'
import { asId } from '../../../../lib/ids.ts'
import { useSurveyFiles } from '../surveyFiles.ts'
import type { FieldProps } from './fieldProps.ts'
import { UploadRow } from './UploadRow.tsx'

/** Photos from the camera or files from the device; each is sent at once, with its progress and a way to try again. */
export function FileField({ question, answer, onAnswer, labelledBy, describedBy }: FieldProps<'file'>) {
  const { t } = useTranslation('survey')
  const { files, uploads, send, retry, forget, isPreview } = useSurveyFiles()
  const own = uploads.filter(({ questionId }) => questionId === question.id)
  const handlePicked = (event: ChangeEvent<HTMLInputElement>) => {
    for (const file of event.target.files ?? []) send(question.id, file)
    event.target.value = '' // the same file may be picked again
  }
  const handleRemove = (fileId: number) => {
    const fileIds = (answer?.fileIds ?? []).filter((id) => id !== fileId)
    onAnswer(fileIds.length === 0 ? null : { kind: 'file', questionId: asId('surveyQuestion', question.id), fileIds })
  }
  return (
    <div role="group" className="survey-files" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {(answer?.fileIds ?? []).map((id) => {
        const file = files.find((kept) => kept.id === id)
        const name = file?.name ?? t('field.file')
        return (
          <div key={id} className="survey-file">
            {file?.mime.startsWith('image/') === true ? <StoredImage fileId={id} name={name} className="survey-thumb" /> : <FileOutlined aria-hidden className="survey-thumb" />}
            <bdi className="survey-file-name">{name}</bdi>
            <button type="button" className="survey-icon-button" aria-label={t('field.removeFile', { name })} onClick={() => handleRemove(id)}><DeleteOutlined aria-hidden /></button>
          </div>
        )
      })}
      {own.map((upload) => <UploadRow key={upload.key} upload={upload} onRetry={() => retry(upload.key)} onRemove={() => forget(upload.key)} />)}
      <div className="survey-file-actions">
        <PickButton accept="image/*" capture label={t('field.takePhoto')} icon={<CameraOutlined aria-hidden />} isDisabled={isPreview} onPicked={handlePicked} />
        <PickButton label={t('field.chooseFile')} icon={<PaperClipOutlined aria-hidden />} isDisabled={isPreview} onPicked={handlePicked} />
      </div>
    </div>
  )
}

interface PickProps {
  accept?: string
  capture?: boolean
  label: string
  icon: React.ReactNode
  isDisabled: boolean
  onPicked: (event: ChangeEvent<HTMLInputElement>) => void
}

function PickButton({ accept, capture, label, icon, isDisabled, onPicked }: PickProps) {
  const field = useId()
  return (
    <span className="survey-pick">
      <input
        id={field} type="file" className="visually-hidden" multiple={capture !== true} disabled={isDisabled} onChange={onPicked}
        {...(accept === undefined ? {} : { accept })} {...(capture === true ? { capture: 'environment' as const } : {})}
      />
      <label htmlFor={field} className="survey-soft-button" aria-disabled={isDisabled}>{icon} {label}</label>
    </span>
  )
}
