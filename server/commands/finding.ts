export interface Finding {
  about: string
  /** `bad` makes the command fail; `mind` is a warning. */
  state: 'well' | 'mind' | 'bad'
  says: string
}

export const well = (about: string, says: string): Finding => ({ about, state: 'well', says })
export const mind = (about: string, says: string): Finding => ({ about, state: 'mind', says })
export const bad = (about: string, says: string): Finding => ({ about, state: 'bad', says })

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
