/** What the page says to its service worker. */
export type ToWorker =
  | { kind: 'takeOver' }
  /** Keep these files of the page, and all words of this language. */
  | { kind: 'keep'; addresses: string[]; language: string }
