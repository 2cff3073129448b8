import { CameraOutlined, PaperClipOutlined } from '@ant-design/icons'
import { useId, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurveyFiles } from '../surveyFiles.ts'
import type { FieldProps } from './fieldProps.ts'
import { FileRow, TooLargeRow } from './FileRow.tsx'
import styles from '../survey.module.css'

/**
 * Photos from the camera or files from the device; each is kept here at once, and brought to the
 * server as soon as it answers.
 */
export function FileField({ question, answer, labelledBy, describedBy }: FieldProps<'file'>) {
  const { t } = useTranslation('survey')
  const { files, tooLarge, add, remove, forget, isPreview } = useSurveyFiles()
  const handlePicked = (event: ChangeEvent<HTMLInputElement>) => {
    for (const file of event.target.files ?? []) add(question.id, file)
    event.target.value = '' // the same file may be picked again
  }
  return (
    <div
      role="group"
      className={styles.surveyFiles}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      {(answer?.fileIds ?? []).map((id) => (
        <FileRow
          key={id}
          file={files.find((kept) => kept.id === id) ?? { id, name: t('field.file'), mime: '' }}
          onRemove={() => remove(id)}
        />
      ))}
      {tooLarge
        .filter(({ questionId }) => questionId === question.id)
        .map((file) => (
          <TooLargeRow key={file.key} file={file} onForget={() => forget(file.key)} />
        ))}
      <div className={styles.surveyFileActions}>
        <PickButton
          accept="image/*"
          capture
          label={t('field.takePhoto')}
          icon={<CameraOutlined aria-hidden />}
          isDisabled={isPreview}
          onPicked={handlePicked}
        />
        <PickButton
          label={t('field.chooseFile')}
          icon={<PaperClipOutlined aria-hidden />}
          isDisabled={isPreview}
          onPicked={handlePicked}
        />
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
    <span className={styles.surveyPick}>
      <input
        id={field}
        type="file"
        className="visually-hidden"
        multiple={capture !== true}
        disabled={isDisabled}
        onChange={onPicked}
        {...(accept === undefined ? {} : { accept })}
        {...(capture === true ? { capture: 'environment' as const } : {})}
      />
      <label htmlFor={field} className={styles.surveySoftButton} aria-disabled={isDisabled}>
        {icon} {label}
      </label>
    </span>
  )
}
