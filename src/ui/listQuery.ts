import type { Failure } from './states.tsx'

/** What a screen needs of a question whose search, filter or page changes while it is shown. */
export interface ListQuery<Answer> {
  /** The last answer there was, also to an earlier question. */
  data?: Answer | undefined
  /** The answer to this question alone. */
  currentData?: Answer | undefined
  isFetching: boolean
  error?: Failure | undefined
  refetch(): unknown
}

/**
 * The former answer stands while the next is on its way; when that one fails it goes, because what
 * is on the screen must be what was asked for. A failed refresh of the same question keeps it.
 */
export function answerToShow<Answer>(
  query: Pick<ListQuery<Answer>, 'data' | 'currentData' | 'isFetching'>,
): Answer | undefined {
  return query.currentData ?? (query.isFetching ? query.data : undefined)
}
