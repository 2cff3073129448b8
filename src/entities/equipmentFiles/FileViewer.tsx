/** Shows an image or a PDF in the page. Other files are only downloaded. */
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EquipmentFileRow } from '#contract/equipment/equipmentFiles.ts'
import { files } from '#contract/files.ts'
import { fetchBlob } from '#api/files.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { LoadingState } from '#ui/feedback/states.tsx'
import { useDownload } from '#ui/list/useDownload.ts'
import { useStoredFile } from '#entities/files/useStoredFile.ts'
import styles from './equipmentFiles.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

type Stored = Pick<NonNullable<EquipmentFileRow['file']>, 'id' | 'name' | 'mime'>

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const isPicture = (mime: string) => pictures.includes(mime)
const isPdf = (mime: string) => mime === 'application/pdf'

/** True if the browser can show a PDF inline. Most phone browsers cannot. */
const drawsPdf = () => navigator.pdfViewerEnabled

export const isShownInPage = ({ mime }: Stored): boolean => isPicture(mime) || isPdf(mime)

export function FileViewer({
  name,
  file,
  onClose,
}: {
  name: string
  file: Stored
  onClose(): void
}) {
  const { t } = useTranslation(['related', 'common'])
  const isPhone = useIsPhone()
  const { isBusy, save } = useDownload()
  return (
    <Dialog
      open
      centered
      title={<bdi>{name}</bdi>}
      width={isPhone ? '100%' : 960}
      onCancel={onClose}
      footer={
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={isBusy}
          onClick={() =>
            void save(file.name, () => fetchBlob(files.getFile, { params: { id: file.id } }))
          }
        >
          {t('save')}
        </Button>
      }
    >
      <Shown name={name} file={file} />
    </Dialog>
  )
}

function Shown({ name, file }: { name: string; file: Stored }) {
  const { t } = useTranslation('related')
  const stored = useStoredFile(file.id)
  if (isPdf(file.mime) && !drawsPdf()) return <p className="quiet">{t('noPdfHere')}</p>
  if (stored.state === 'loading') return <LoadingState rows={8} />
  if (stored.state === 'failed') return <p role="alert">{t('fileFailed')}</p>
  return isPdf(file.mime) ? (
    <iframe className={styles.pdf} src={stored.address} title={name} />
  ) : (
    <img className={styles.picture} src={stored.address} alt={name} />
  )
}
