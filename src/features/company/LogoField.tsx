/**
 * The company's logo: uploaded when picked, applied when the settings are saved. Fits a Form.Item.
 */
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_MAXIMUM, files } from '#contract/files.ts'
import type { Id } from '#contract/ids.ts'
import { upload } from '#api/files.ts'
import { StoredImage } from '#entities/files/StoredImage.tsx'
import styles from './company.module.css'

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

type Fault = 'logoNotAPicture' | 'logoTooLarge' | 'logoFailed'

interface Props {
  value?: Id<'file'> | null
  onChange?(value: Id<'file'> | null): void
  id?: string
}

export function LogoField({ value = null, onChange, id }: Props) {
  const { t } = useTranslation(['company', 'common'])
  const picker = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState<{ name: string; is: Fault } | null>(null)

  async function handlePick(picked: File | undefined): Promise<void> {
    if (picked === undefined) return
    const refuse = (is: Fault): void => setFault({ name: picked.name, is })
    if (!PICTURES.includes(picked.type)) return refuse('logoNotAPicture')
    if (picked.size > FILE_MAXIMUM) return refuse('logoTooLarge')
    setFault(null)
    setProgress(0)
    try {
      const kept = await upload(files.uploadFile, {}, picked, (loaded, total) =>
        setProgress(total === undefined ? 0 : Math.round((loaded / total) * 100)),
      )
      // The server inspects the content: a file named as an image may not be one.
      if (PICTURES.includes(kept.mime)) onChange?.(kept.id)
      else refuse('logoNotAPicture')
    } catch {
      refuse('logoFailed')
    } finally {
      setProgress(null)
    }
  }
  return (
    <div className={styles.logoField} id={id}>
      <div className={styles.logoFrame}>
        {value === null ? (
          <span className="quiet">{t('noLogo')}</span>
        ) : (
          <StoredImage fileId={value} name={t('logo')} className={styles.logoImage} />
        )}
      </div>
      <div className={styles.logoActions}>
        <input
          ref={picker}
          type="file"
          hidden
          accept={PICTURES.join(',')}
          aria-label={t('logoChoose')}
          onChange={(event) => {
            void handlePick(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button
          icon={<UploadOutlined aria-hidden />}
          loading={progress !== null}
          onClick={() => picker.current?.click()}
        >
          {t(value === null ? 'logoChoose' : 'logoChange')}
        </Button>
        {value !== null && (
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onChange?.(null)}
          >
            {t('common:remove')}
          </Button>
        )}
      </div>
      {progress !== null && <Progress percent={progress} size="small" aria-label={t('logo')} />}
      {fault !== null && (
        <span className={styles.hoursFault} role="alert">
          <bdi>{fault.name}</bdi> — <span>{t(fault.is)}</span>
        </span>
      )}
    </div>
  )
}
