import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketPhoto } from '#contract/tickets.ts'
import { useFormat } from '#lib/format.tsx'
import { FileViewer } from '#entities/equipmentFiles/FileViewer.tsx'
import { StoredImage } from '#entities/files/StoredImage.tsx'
import styles from './tickets.module.css'

export function TicketPhotos({ photos }: { photos: readonly TicketPhoto[] }) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  const [open, setOpen] = useState<number | null>(null)
  if (photos.length === 0) return null
  const nameOf = (index: number) => t('photos.one', { n: format.number(index + 1) })
  const shown = open === null ? undefined : photos[open]
  return (
    <>
      <ul className={styles.photos} aria-label={t('photos.title')}>
        {photos.map(({ id }, index) => (
          <li key={id}>
            <button type="button" className={styles.photoButton} onClick={() => setOpen(index)}>
              <StoredImage fileId={id} name={nameOf(index)} className={styles.photo} />
            </button>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <FileViewer name={nameOf(open ?? 0)} file={shown} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
