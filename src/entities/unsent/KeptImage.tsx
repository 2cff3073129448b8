import { useKeptImage } from './useKeptImage.ts'
import '../files/files.css'

/** A photo or signature that lies on this device. */
export function KeptImage({
  fileKey,
  name,
  className,
}: {
  fileKey: string
  name: string
  className: string
}) {
  const address = useKeptImage(fileKey)
  const classes = `stored-image ${className}`
  return address === null ? (
    <span className={classes} role="img" aria-label={name} aria-busy />
  ) : (
    <img className={classes} src={address} alt={name} />
  )
}
