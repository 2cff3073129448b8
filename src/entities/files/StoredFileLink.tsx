import { FileOutlined } from '@ant-design/icons'
import { files } from '#contract/files.ts'
import { fetchBlob } from '#api/files.ts'
import { useDownload } from '#ui/list/useDownload.ts'
import { StoredImage } from './StoredImage.tsx'
import styles from './files.module.css'

interface Props {
  fileId: number
  name: string
  mime: string
}

export function StoredFileLink({ fileId, name, mime }: Props) {
  const { save } = useDownload()
  const handleOpen = () => save(name, () => fetchBlob(files.getFile, { params: { id: fileId } }))
  return (
    <button type="button" className={styles.storedFile} onClick={() => void handleOpen()}>
      {mime.startsWith('image/') ? (
        <StoredImage fileId={fileId} name={name} />
      ) : (
        <FileOutlined aria-hidden className={styles.storedFileIcon} />
      )}
      <bdi className={styles.storedFileName}>{name}</bdi>
    </button>
  )
}
