export type ToWorker =
  | { kind: 'takeOver' }
  /** Store these files of the page, and all texts of these languages. */
  | { kind: 'keep'; addresses: string[]; languages: string[] }

export interface FromWorker {
  kind: 'roundKept'
}
