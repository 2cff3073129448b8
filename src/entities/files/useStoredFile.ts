/**
 * A stored file as an object URL. Fetched with the session's token, which an `<img>` cannot send.
 */
import { useEffect, useState } from 'react'
import { files } from '#contract/files.ts'
import { fetchBlob } from '#api/files.ts'

export type StoredFile =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'ready'; address: string }

export function useStoredFile(fileId: number): StoredFile {
  const [file, setFile] = useState<StoredFile>({ state: 'loading' })
  useEffect(() => {
    let address: string | null = null
    let left = false
    setFile({ state: 'loading' })
    fetchBlob(files.getFile, { params: { id: fileId } }).then(
      (blob) => {
        if (left) return
        address = URL.createObjectURL(blob)
        setFile({ state: 'ready', address })
      },
      () => {
        if (!left) setFile({ state: 'failed' })
      },
    )
    return () => {
      left = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [fileId])
  return file
}
