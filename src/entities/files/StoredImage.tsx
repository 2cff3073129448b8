import { useStoredFile } from './useStoredFile.ts'
import styles from './files.module.css'

/** An image by its file id: a placeholder while it loads, its name if it fails. */
export function StoredImage({
  fileId,
  name,
  className,
}: {
  fileId: number
  name: string
  className?: string | undefined
}) {
  const file = useStoredFile(fileId)
  const classes = [styles.storedImage, className].filter((part) => part !== undefined).join(' ')
  if (file.state === 'ready') return <img className={classes} src={file.address} alt={name} />
  return (
    <span className={classes} role="img" aria-label={name} aria-busy={file.state === 'loading'}>
      {file.state === 'failed' ? name : null}
    </span>
  )
}
