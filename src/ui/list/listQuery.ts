import { isApiFailure } from '#api/http.ts'
import type { Failure } from '#ui/feedback/states.tsx'

export interface ListQuery<Answer> {
  /** The last response, possibly to an earlier query. */
  data?: Answer | undefined
  currentData?: Answer | undefined
  isFetching: boolean
  error?: Failure | undefined
  refetch(): unknown
}

interface Counted {
  count: number
  moreThanCount?: true | undefined
}

/** Replaces 'more than ten thousand' by the exact number, once it is known. */
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
 * Shows the former answer while the next loads, and drops it if the next fails: the screen must
 * match the query. A failed refetch keeps it, unless the server refused: deleted or hidden rows go.
 * If `isEdited`, the row stays, because its form keeps the input and the save reports.
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
