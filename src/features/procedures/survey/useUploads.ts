/** Uploads of a survey: each file is sent as soon as it is picked, and waits for a retry when that fails. */
import { useCallback, useRef, useState } from 'react'
import { FILE_MAXIMUM, files as filesContract } from '#contract/files'
import { upload } from '../../../api/files.ts'
import { uuid } from '../../../lib/uuid.ts'
import type { KeptFile } from '../perform/performance.ts'
import type { Upload } from './surveyFiles.ts'

export interface Uploads {
  uploads: readonly Upload[]
  send(questionId: number, file: File): void
  retry(key: string): void
  forget(key: string): void
}

export function useUploads(onKept: (questionId: number, file: KeptFile) => void): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const forgotten = useRef(new Set<string>())

  const change = useCallback((key: string, patch: Partial<Upload>) => {
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  }, [])
  const remove = useCallback((key: string) => setUploads((before) => before.filter((one) => one.key !== key)), [])

  const carry = useCallback(async (one: Upload) => {
    try {
      const kept = await upload(filesContract.uploadFile, {}, one.file, (loaded, total) => change(one.key, { share: total === undefined ? 0 : loaded / total }))
      if (forgotten.current.has(one.key)) return
      remove(one.key)
      onKept(one.questionId, { id: kept.id, name: kept.name, mime: kept.mime })
    } catch {
      change(one.key, { state: 'failed' })
    }
  }, [change, remove, onKept])

  const send = useCallback((questionId: number, file: File) => {
    const one: Upload = { key: uuid(), questionId, file, share: 0, state: file.size > FILE_MAXIMUM ? 'tooLarge' : 'sending' }
    setUploads((before) => [...before, one])
    if (one.state === 'sending') void carry(one)
  }, [carry])

  const retry = (key: string) => {
    const one = uploads.find((candidate) => candidate.key === key)
    if (one === undefined) return
    change(key, { state: 'sending', share: 0 })
    void carry(one)
  }
  const forget = (key: string) => {
    forgotten.current.add(key)
    remove(key)
  }
  return { uploads, send, retry, forget }
}
