/** What the page says to its service worker. */
export type ToWorker =
  | { kind: 'takeOver' }
  /** Keep these files of the page, and all words of these languages. */
  | { kind: 'keep'; addresses: string[]; languages: string[] }
