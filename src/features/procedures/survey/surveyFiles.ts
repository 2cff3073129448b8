/** Files of a survey: what is kept, what is on its way, and the doors to add to it. Above the questions, so that an
 *  upload goes on while its question is hidden. */
import { createContext, use } from 'react'
import type { KeptFile } from '../perform/performance.ts'

export interface Upload {
  key: string
  questionId: number
  file: File
  /** 0–1 */
  share: number
  state: 'sending' | 'failed' | 'tooLarge'
}

export interface SurveyFiles {
  files: readonly KeptFile[]
  uploads: readonly Upload[]
  send(questionId: number, file: File): void
  retry(key: string): void
  forget(key: string): void
  /** In the editor's preview nothing is sent. */
  isPreview: boolean
}

const nowhere: SurveyFiles = { files: [], uploads: [], send: () => undefined, retry: () => undefined, forget: () => undefined, isPreview: true }

const Files = createContext<SurveyFiles>(nowhere)
export const SurveyFilesProvider = Files.Provider
export const useSurveyFiles = (): SurveyFiles => use(Files)
