import { useState } from 'react'

/** For the query behind an editor: refetches when the editor opens. */
export const readAgain = { refetchOnMountOrArgChange: true } as const

/**
 * The present row for an editor. Cached answers may be older, because a refetch waits for pending
 * queries. Undefined until it arrives; offline, the cached row serves.
 */
export function useFreshRow<Answer>(query: {
  data?: Answer | undefined
  isFetching: boolean
}): Answer | undefined {
  const [hasCome, setHasCome] = useState(false)
  if (!hasCome && !query.isFetching && query.data !== undefined) setHasCome(true)
  return hasCome ? query.data : undefined
}
