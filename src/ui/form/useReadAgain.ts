import { useState } from 'react'

/** For the query of what is edited: read again as the editor opens. */
export const readAgain = { refetchOnMountOrArgChange: true } as const

/**
 * What an editor begins from: what is there now. What a list or the save before it had read may be
 * older, as reading anew waits for questions that are still on their way. Undefined until it has come;
 * without a network what was read before is better than nothing.
 */
export function useReadAgain<Answer>(query: {
  data?: Answer | undefined
  isFetching: boolean
}): Answer | undefined {
  const [hasCome, setHasCome] = useState(false)
  if (!hasCome && !query.isFetching && query.data !== undefined) setHasCome(true)
  return hasCome ? query.data : undefined
}
