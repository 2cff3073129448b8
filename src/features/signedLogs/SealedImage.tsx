/**
 * A sealed photo or signature. The browser hashes its bytes and shows it only if the hash matches.
 */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoCrypto, sha256 } from '#contract/signedLog/crypto.ts'
import type { SealedFile } from '#contract/signedLog/record.ts'
import { signedLogs } from '#contract/signedLog/signedLogs.ts'
import { fetchBlob } from '#api/files.ts'
import styles from './signedLogs.module.css'

type State =
  | { is: 'loading' | 'gone' | 'changed' }
  /** `isChecked` is false if the browser cannot hash. */
  | { is: 'ready'; address: string; isChecked: boolean }

export interface Place {
  logId: number
  token: string
}

export function SealedImage({
  file,
  place: { logId, token },
  onChanged,
}: {
  file: SealedFile
  place: Place
  onChanged: () => void
}) {
  const { t } = useTranslation('signedLogs')
  const [state, setState] = useState<State>({ is: 'loading' })
  useEffect(() => {
    let address: string | null = null
    let left = false
    const show = async () => {
      const blob = await fetchBlob(signedLogs.getSignedLogFile, {
        params: { id: logId, fileId: file.id, token },
      })
      const fits = await hashFits(blob, file.sha256)
      if (left) return
      if (fits === false) {
        setState({ is: 'changed' })
        onChanged()
        return
      }
      address = URL.createObjectURL(blob)
      setState({ is: 'ready', address, isChecked: fits === true })
    }
    show().catch(() => {
      if (!left) setState({ is: 'gone' })
    })
    return () => {
      left = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [logId, token, file, onChanged])
  const { name } = file
  if (state.is === 'gone') return <em>{t('fileGone', { name })}</em>
  if (state.is === 'changed') return <em>{t('photoChanged', { name })}</em>
  if (state.is !== 'ready') return <span className={styles.signedLogPhoto} aria-busy />
  return file.mime.startsWith('image/') ? (
    <img className={styles.signedLogPhoto} src={state.address} alt={name} />
  ) : (
    <a href={state.address} download={name}>
      <bdi>{name}</bdi>
    </a>
  )
}

/** Resolves to null if this browser cannot hash. */
async function hashFits(blob: Blob, hash: string): Promise<boolean | null> {
  try {
    return (await sha256(new Uint8Array(await blob.arrayBuffer()))) === hash
  } catch (error) {
    if (error instanceof NoCrypto) return null
    throw error
  }
}
