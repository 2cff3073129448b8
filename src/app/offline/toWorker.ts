export type ToWorker =
  | { kind: 'takeOver' }
  /** Store these files of the page, and all texts of these languages. */
  | { kind: 'keep'; addresses: string[]; languages: string[] }

/** All files of a round are stored, with the texts of the requested languages. */
export interface FromWorker {
  kind: 'roundKept'
}
