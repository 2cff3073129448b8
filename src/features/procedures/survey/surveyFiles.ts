/**
 * A survey's files: stored files, their progress, and functions to add them. Lives above the
 * questions, so that uploads go on while a question is hidden.
 */
import { createContext, use } from 'react'
import type { DeviceFile } from '../perform/performDraft.ts'
import type { Unsettled } from './unsettled.ts'

export interface TooLarge {
  /** Too many pixels, rather than bytes. */
  byPixels: boolean
  key: string
  questionId: number
  name: string
  size: number
}

/** The uploaded share of a device file (0–1), or that it waits for the server. */
export type Way = number | 'waiting'

export interface SurveyFiles {
  files: readonly DeviceFile[]
  ways: Readonly<Record<string, Way>>
  tooLarge: readonly TooLarge[]
  /** Resolves false if the file was refused; the form shows the reason. */
  add(questionId: number, file: File): Promise<boolean>
  remove(fileId: number): void
  forget(key: string): void
  hold: Unsettled['hold']
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
