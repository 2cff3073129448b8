/** The message of `notices` for an HTTP status, where the answer says no more (specification, section 8). */
export type StatusWord =
  | 'badRequest'
  | 'accessDenied'
  | 'linkExpired'
  | 'tooLarge'
  | 'pauseMinutes'
  | 'internalError'
  | 'serverAway'
  | 'timedOut'

export const statusWords: Readonly<Record<number, StatusWord>> = {
  400: 'badRequest',
  403: 'accessDenied',
  410: 'linkExpired',
  413: 'tooLarge',
  429: 'pauseMinutes',
  500: 'internalError',
  502: 'internalError',
  503: 'serverAway',
  504: 'timedOut',
}

/** Null stands for no answer; it and every other status are a network error. */
export const statusWord = (status: number | null): StatusWord | 'networkError' =>
  statusWords[status ?? 0] ?? 'networkError'
