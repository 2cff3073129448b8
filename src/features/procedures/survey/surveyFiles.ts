/**
 * Files of a survey: what is kept, how far it is, and the doors to add to it. Above the questions,
 * so that a file is brought while its question is hidden.
 */
import { createContext, use } from 'react'
import type { DeviceFile } from '../perform/performDraft.ts'
import type { Unsettled } from './unsettled.ts'

/** A file that was picked and not taken. */
export interface TooLarge {
  /** Too many pixels, not too many bytes. */
  byPixels: boolean
  key: string
  questionId: number
  name: string
  size: number
}

/** Of a file on this device: how much of it the server has (0–1), or that it waits for a server. */
export type Way = number | 'waiting'

export interface SurveyFiles {
  files: readonly DeviceFile[]
  ways: Readonly<Record<string, Way>>
  tooLarge: readonly TooLarge[]
  /** False: it was not taken, and the form says why. */
  add(questionId: number, file: File): Promise<boolean>
  remove(fileId: number): void
  /** The person has read that a file was too large. */
  forget(key: string): void
  hold: Unsettled['hold']
  /** In the editor's preview nothing is kept. */
  isPreview: boolean
}

const nowhere: SurveyFiles = {
  files: [],
  ways: {},
  tooLarge: [],
  add: () => Promise.resolve(false),
  remove: () => undefined,
  forget: () => undefined,
  hold: () => () => undefined,
  isPreview: true,
}

const Files = createContext<SurveyFiles>(nowhere)
export const SurveyFilesProvider = Files.Provider
export const useSurveyFiles = (): SurveyFiles => use(Files)
