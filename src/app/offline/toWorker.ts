export type ToWorker =
  | { kind: 'takeOver' }
  /** Store these files of the page, and all texts of these languages. */
  | { kind: 'keep'; addresses: string[]; languages: string[] }

export type FromWorker =
  | { kind: 'roundKept' }
  /** A push message was clicked. The page answers on the port, and goes there. */
  | { kind: 'open'; path: string }
