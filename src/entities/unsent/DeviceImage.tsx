import styles from '#entities/files/files.module.css'
import { useDeviceImage } from './useDeviceImage.ts'

export function DeviceImage({
  fileKey,
  name,
  className,
}: {
  fileKey: string
  name: string
  className: string | undefined
}) {
  const address = useDeviceImage(fileKey)
  const classes = `${styles.storedImage} ${className ?? ''}`
  return address === null ? (
    <span className={classes} role="img" aria-label={name} aria-busy />
  ) : (
    <img className={classes} src={address} alt={name} />
  )
}
