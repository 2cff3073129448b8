/** Key in `notices` for an HTTP status, if the response has no further detail (spec section 8). */
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

/**
 * Returns null if the status has no text of its own. No response (null) and unlisted statuses count
 * as a network error.
 */
export const statusWord = (status: number | null): StatusWord | 'networkError' =>
  statusWords[status ?? 0] ?? 'networkError'
