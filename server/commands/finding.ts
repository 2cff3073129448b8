/** One thing that the doctor found. */
export interface Finding {
  about: string
  /** `bad` ends the command with a failure; `mind` is for a person to weigh. */
  state: 'well' | 'mind' | 'bad'
  says: string
}

export const well = (about: string, says: string): Finding => ({ about, state: 'well', says })
export const mind = (about: string, says: string): Finding => ({ about, state: 'mind', says })
export const bad = (about: string, says: string): Finding => ({ about, state: 'bad', says })

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
