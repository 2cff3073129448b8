export interface Finding {
  about: string
  /** `bad` makes the command fail; `mind` is a warning. */
  state: 'well' | 'mind' | 'bad'
  says: string
}

export const passedFinding = (about: string, says: string): Finding => ({
  about,
  state: 'well',
  says,
})
export const warningFinding = (about: string, says: string): Finding => ({
  about,
  state: 'mind',
  says,
})
export const failedFinding = (about: string, says: string): Finding => ({
  about,
  state: 'bad',
  says,
})

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
