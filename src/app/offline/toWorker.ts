/** Messages between the page and its service worker. */
export type ToWorker =
  | { kind: 'takeOver' }
  /** Keep these files of the page, and all words of these languages. */
  | { kind: 'keep'; addresses: string[]; languages: string[] }

/** All files of a round lie on the device, with the words of the languages asked for. */
export interface FromWorker {
  kind: 'roundKept'
}
