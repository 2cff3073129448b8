import { isApiFailure } from '#api/http.ts'
import type { Failure } from '#ui/feedback/states.tsx'

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

/** What a list answers to a question whose count is bounded. */
interface Counted {
  count: number
  moreThanCount?: true | undefined
}

/** The exact number in place of 'more than ten thousand', once that is known. */
export function withExactCount<Answer extends Counted, Q extends ListQuery<Answer>>(
  query: Q & ListQuery<Answer>,
  count: number | undefined,
): Q {
  const counted = (answer: Answer | undefined) =>
    answer?.moreThanCount === undefined || count === undefined
      ? answer
      : { ...answer, count, moreThanCount: undefined }
  return { ...query, data: counted(query.data), currentData: counted(query.currentData) }
}

/**
 * The former answer stands while the next is on its way; when that one fails it goes, because what
 * is on the screen must be what was asked for. A failed refresh of the same question keeps it, unless
 * the server refused it: what was deleted, or is no longer this person's to see, does not stay. What
 * is `isEdited` does: a form keeps what was typed, and its save says what happened.
 */
export function answerToShow<Answer>(
  query: Pick<ListQuery<Answer>, 'data' | 'currentData' | 'isFetching' | 'error'>,
  isEdited = false,
): Answer | undefined {
  if (!isEdited && isTakenAway(query.error)) return undefined
  return query.currentData ?? (query.isFetching ? query.data : undefined)
}

const isTakenAway = (error: Failure | undefined): boolean =>
  isApiFailure(error) && (error.status === 403 || error.status === 404)
