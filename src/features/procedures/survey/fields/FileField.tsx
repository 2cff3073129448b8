import { CameraOutlined, PaperClipOutlined } from '@ant-design/icons'
import { useId, useState, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_FILES } from '#contract/procedures/survey.ts'
import { useFormat } from '#lib/format.tsx'
import { useSurveyFiles } from '../surveyFiles.ts'
import type { FieldProps } from './fieldProps.ts'
import { FileRow, TooLargeRow } from './FileRow.tsx'
import styles from '../survey.module.css'

/** Photos or files, stored on the device at once and uploaded when the server is reachable. */
export function FileField({ question, answer, labelledBy, describedBy }: FieldProps<'file'>) {
  const { t } = useTranslation('survey')
  const { files, tooLarge, add, remove, forget, isPreview } = useSurveyFiles()
  const { number } = useFormat()
  const [leftOut, setLeftOut] = useState(0)
  const taken = answer?.fileIds.length ?? 0
  const handlePicked = (event: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(event.target.files ?? [])]
    const fitting = picked.slice(0, Math.max(0, MAX_FILES - taken))
    for (const file of fitting) void add(question.id, file)
    setLeftOut(picked.length - fitting.length)
    event.target.value = ''
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
      {leftOut > 0 && (
        <p className={styles.surveyFault} role="alert">
          {t('field.tooManyFiles', { most: number(MAX_FILES), leftOut: number(leftOut) })}
        </p>
      )}
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
