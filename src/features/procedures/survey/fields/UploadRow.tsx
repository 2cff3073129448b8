import { CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../lib/format.tsx'
import type { Upload } from '../surveyFiles.ts'

/** A file on its way: how much of it is there, and what can be done when it got stuck. */
export function UploadRow({ upload, onRetry, onRemove }: { upload: Upload; onRetry: () => void; onRemove: () => void }) {
  const { t } = useTranslation('survey')
  const format = useFormat()
  const isFailed = upload.state !== 'sending'
  return (
    <div className="survey-file" data-failed={isFailed}>
      <div className="survey-upload">
        <bdi className="survey-file-name">{upload.file.name}</bdi>
        {isFailed
          ? <span className="survey-fault" role="alert">{upload.state === 'tooLarge' ? t('field.tooLarge', { size: format.bytes(upload.file.size) }) : t('field.notSent')}</span>
          : <progress aria-label={t('field.sending', { name: upload.file.name })} value={upload.share} max={1} />}
      </div>
      {upload.state === 'failed' && <button type="button" className="survey-soft-button" onClick={onRetry}><ReloadOutlined aria-hidden /> {t('field.retry')}</button>}
      <button type="button" className="survey-icon-button" aria-label={t('field.removeFile', { name: upload.file.name })} onClick={onRemove}><CloseOutlined aria-hidden /></button>
    </div>
  )
}
