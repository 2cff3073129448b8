import type { Language } from '#contract/languages.ts'
import type { Bundle } from '#contract/signedLog/record.ts'
import type { Fault } from '#contract/signedLog/verify.ts'
import type { Paper } from '#contract/signedLog/signedLogs.ts'
import { defineTask } from '#kernel/work/threads.ts'

export interface Drawing {
  bundle: Bundle
  faults: readonly Fault[]
  removedAt: string | null
  timezone: string
  checkUrl: string
  paper: Paper
  language: Language
  /** Pictures whose bytes exist and match the sealed hash. */
  pictures: readonly { id: number; bytes: Uint8Array }[]
}
export const drawTask = defineTask<Drawing, Uint8Array>('drawSignedLog', 'apart')
export const scaleTask = defineTask<Uint8Array, Uint8Array>('scalePicture', 'apart')
