import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EquipmentFileKind } from '#contract/equipment/equipmentFiles.ts'
import { FILE_MAXIMUM, files } from '#contract/files.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { isApiFailure } from '#api/http.ts'
import { failureNotice } from '#api/notices.ts'
import { upload } from '#api/files.ts'
import { useFormat } from '#lib/format.tsx'
import { uuid } from '#lib/uuid.ts'
import { equipmentFileCalls } from './calls.ts'

interface Going {
  key: string
  name: string
  percent: number
  /** Error text; null while uploading. */
  fault: string | null
}

function kindOf(mime: string): EquipmentFileKind {
  if (mime.startsWith('image/')) return 'photo'
  return mime === 'application/pdf' ? 'manual' : 'other'
}

/** The file name without its extension. */
const nameOf = (file: string): string =>
  truncate(
    file
      .replace(/\.[^.]{1,8}$/, '')
      .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
      .trim(),
    200,
  ) || 'file'

export function useUploads(equipmentId: number) {
  const { t } = useTranslation('related')
  const format = useFormat()
  const [going, setGoing] = useState<readonly Going[]>([])
  const [keep] = equipmentFileCalls.useAddEquipmentFileMutation()
  const change = (key: string, patch: Partial<Going>) =>
    setGoing((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const dismiss = (key: string) => setGoing((all) => all.filter((one) => one.key !== key))

  async function send(key: string, file: File): Promise<void> {
    if (file.size > FILE_MAXIMUM)
      return change(key, { fault: t('tooLarge', { size: format.bytes(FILE_MAXIMUM) }) })
    if (file.size === 0) return change(key, { fault: t('emptyFile') })
    try {
      const kept = await upload(files.uploadFile, {}, file, (loaded, total) =>
        change(key, { percent: total === undefined ? 0 : Math.round((loaded / total) * 100) }),
      )
      await keep({
        body: {
          equipmentId,
          kind: kindOf(kept.mime),
          name: nameOf(file.name),
          fileId: kept.id,
        },
      }).unwrap()
      dismiss(key)
    } catch (error) {
      const notice = isApiFailure(error) ? failureNotice(error, {}) : null
      change(key, { fault: notice?.message ?? t('uploadFailed') })
    }
  }

  async function add(picked: readonly File[]): Promise<void> {
    const all = picked.map((file) => ({ key: uuid(), file }))
    setGoing((before) => [
      ...before,
      ...all.map(({ key, file }) => ({ key, name: file.name, percent: 0, fault: null })),
    ])
    for (const { key, file } of all) await send(key, file)
  }
  return { going, add, dismiss }
}
