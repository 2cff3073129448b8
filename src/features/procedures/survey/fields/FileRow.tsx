import { CloseOutlined, DeleteOutlined, FileOutlined, MobileOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { StoredImage } from '#entities/files/StoredImage.tsx'
import { DeviceImage } from '#entities/unsent/DeviceImage.tsx'
import { useFormat } from '#lib/format.tsx'
import type { DeviceFile } from '../../perform/performDraft.ts'
import { useSurveyFiles, type TooLarge } from '../surveyFiles.ts'
import styles from '../survey.module.css'

export function FileRow({ file, onRemove }: { file: DeviceFile; onRemove: () => void }) {
  const { t } = useTranslation('survey')
  return (
    <div className={styles.surveyFile}>
      {file.mime.startsWith('image/') ? (
        <FileImage file={file} className={styles.surveyThumb} />
      ) : (
        <FileOutlined aria-hidden className={styles.surveyThumb} />
      )}
      <div className={styles.surveyUpload}>
        <bdi className={styles.surveyFileName}>{file.name}</bdi>
        <FileWay file={file} />
      </div>
      <button
        type="button"
        className={styles.surveyIconButton}
        aria-label={t('field.removeFile', { name: file.name })}
        onClick={onRemove}
      >
        <DeleteOutlined aria-hidden />
      </button>
    </div>
  )
}

export function FileImage({
  file: { id, key, name },
  className,
}: {
  file: DeviceFile
  className: string | undefined
}) {
  return key === undefined ? (
    <StoredImage fileId={id} name={name} className={className} />
  ) : (
    <DeviceImage fileKey={key} name={name} className={className} />
  )
}

export function FileWay({ file: { key, name } }: { file: DeviceFile }) {
  const { t } = useTranslation('survey')
  const way = useSurveyFiles().ways[key ?? '']
  if (way === undefined || way === 1) return null
  if (way === 'waiting')
    return (
      <span className="quiet" role="status">
        <MobileOutlined aria-hidden /> {t('field.waits')}
      </span>
    )
  return <progress aria-label={t('field.sending', { name })} value={way} max={1} />
}

export function TooLargeRow({ file, onForget }: { file: TooLarge; onForget: () => void }) {
  const { t } = useTranslation('survey')
  const format = useFormat()
  return (
    <div className={styles.surveyFile} data-failed>
      <div className={styles.surveyUpload}>
        <bdi className={styles.surveyFileName}>{file.name}</bdi>
        <span className={styles.surveyFault} role="alert">
          {file.byPixels
            ? t('field.tooManyPixels')
            : t('field.tooLarge', { size: format.bytes(file.size) })}
        </span>
      </div>
      <button
        type="button"
        className={styles.surveyIconButton}
        aria-label={t('field.removeFile', { name: file.name })}
        onClick={onForget}
      >
        <CloseOutlined aria-hidden />
      </button>
    </div>
  )
}
