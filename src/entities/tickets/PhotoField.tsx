import { CameraOutlined, CloseOutlined, PictureOutlined } from '@ant-design/icons'
import { useId, useState, type ChangeEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_MAXIMUM } from '#contract/files.ts'
import { isPhoto, MAX_TICKET_PHOTOS, photoMimes } from '#contract/tickets.ts'
import { useFormat } from '#lib/format.tsx'
import { shownType } from '#lib/shownType.ts'
import { hasTooManyPixels, shrinkPhoto } from '#lib/shrinkPhoto.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { uuid } from '#lib/uuid.ts'
import type { DevicePhoto } from '#entities/unsent/device.ts'
import { DeviceImage } from '#entities/unsent/DeviceImage.tsx'
import { dropFiles, saveFile } from '#entities/unsent/deviceFiles.ts'
import styles from './PhotoField.module.css'

interface Props {
  photos: readonly DevicePhoto[]
  /** A function of the present photos, because preparing one takes time. */
  onChange(step: (photos: readonly DevicePhoto[]) => readonly DevicePhoto[]): void
  isDisabled?: boolean
}

interface Fault {
  name?: string
  words: string
}

export function PhotoField({ photos, onChange, isDisabled = false }: Props) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  const isPhone = useIsPhone()
  const [faults, setFaults] = useState<readonly Fault[]>([])

  async function handlePicked({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const picked = [...(target.files ?? [])]
    target.value = '' // clears the input, so that the same file can be picked again
    const added: DevicePhoto[] = []
    const refused: Fault[] = []
    for (const original of picked) {
      if (photos.length + added.length >= MAX_TICKET_PHOTOS) {
        refused.push({ words: t('photos.limit', { n: format.number(MAX_TICKET_PHOTOS) }) })
        break
      }
      if (!isPhoto(await shownType(original))) {
        refused.push({ name: original.name, words: t('photos.noPicture') })
        continue
      }
      const file = await shrinkPhoto(original)
      if (file.size > FILE_MAXIMUM) {
        refused.push({
          name: original.name,
          words: t('photos.tooLarge', { size: format.bytes(FILE_MAXIMUM) }),
        })
        continue
      }
      if (await hasTooManyPixels(file)) {
        refused.push({ name: original.name, words: t('photos.tooManyPixels') })
        continue
      }
      const key = uuid()
      if (!(await saveFile(key, file)))
        refused.push({ name: original.name, words: t('photos.thisPageOnly') })
      added.push({ key, name: file.name, mime: file.type })
    }
    setFaults(refused)
    if (added.length > 0) onChange((before) => [...before, ...added].slice(0, MAX_TICKET_PHOTOS))
  }
  const handleRemove = (key: string) => {
    onChange((before) => before.filter((photo) => photo.key !== key))
    void dropFiles([key])
  }
  const isFull = photos.length >= MAX_TICKET_PHOTOS
  return (
    <div role="group" aria-label={t('photos.title')} className={styles.photos}>
      {photos.length > 0 && (
        <ul className={styles.thumbs}>
          {photos.map(({ key }, index) => {
            const name = t('photos.one', { n: format.number(index + 1) })
            return (
              <li key={key}>
                <DeviceImage fileKey={key} name={name} className={styles.thumb} />
                <button
                  type="button"
                  className={styles.remove}
                  disabled={isDisabled}
                  aria-label={t('photos.remove', { name })}
                  onClick={() => handleRemove(key)}
                >
                  <CloseOutlined aria-hidden />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {!isFull && !isDisabled && (
        <div className={styles.picks}>
          {isPhone && (
            <Pick capture icon={<CameraOutlined aria-hidden />} onPicked={handlePicked}>
              {t('photos.take')}
            </Pick>
          )}
          <Pick icon={<PictureOutlined aria-hidden />} onPicked={handlePicked}>
            {t('photos.choose')}
          </Pick>
        </div>
      )}
      {faults.length > 0 && (
        <div role="alert" className={styles.fault}>
          {faults.map(({ name, words }, index) => (
            <p key={index}>
              {name !== undefined && (
                <>
                  <bdi>{name}</bdi> —{' '}
                </>
              )}
              <span>{words}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  )
}

interface PickProps {
  capture?: boolean
  icon: ReactNode
  children: string
  onPicked(event: ChangeEvent<HTMLInputElement>): Promise<void>
}

function Pick({ capture = false, icon, children, onPicked }: PickProps) {
  const field = useId()
  return (
    <span className={styles.pick}>
      <input
        id={field}
        type="file"
        className="visually-hidden"
        accept={photoMimes.join(',')}
        multiple={!capture}
        onChange={(event) => void onPicked(event)}
        {...(capture ? { capture: 'environment' as const } : {})}
      />
      <label htmlFor={field} className={styles.pickLabel}>
        {icon} {children}
      </label>
    </span>
  )
}
