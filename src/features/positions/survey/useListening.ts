/** This person's running measurement, polled each second, however it was started. */
import { useState } from 'react'
import type { SurveyListening } from '#contract/rtls/siteSurvey.ts'
import { isApiFailure } from '#api/http.ts'
import { surveyCalls } from '../calls.ts'

const LOOKS = 1_000

type Begun = Parameters<ReturnType<typeof surveyCalls.useBeginListeningMutation>[0]>[0]['body']

/**
 * Why the measurement did not start: the server is unreachable, or another user measures the tag.
 */
export type NotBegun = { kind: 'away' } | { kind: 'tagListened'; by: string }

export function useListening(): {
  listening: SurveyListening | null
  isBeginning: boolean
  /** The server is unreachable; the measurement goes on there. */
  isAway: boolean
  notBegun: NotBegun | null
  begin(body: Begun): Promise<boolean>
  end(keep: boolean): void
} {
  const [isOn, setIsOn] = useState(false)
  const [notBegun, setNotBegun] = useState<NotBegun | null>(null)
  const query = surveyCalls.useGetListeningQuery(undefined, {
    pollingInterval: isOn ? LOOKS : 0,
    refetchOnMountOrArgChange: true,
  })
  const listening = query.data?.listening ?? null
  const isListening = listening?.state === 'listening'
  if (
    isListening !== isOn &&
    query.data !== undefined &&
    !query.isFetching &&
    query.error === undefined
  )
    setIsOn(isListening)
  const [begin, begun] = surveyCalls.useBeginListeningMutation()
  const [end] = surveyCalls.useEndListeningMutation()
  return {
    listening: listening?.state === 'stopped' ? null : listening,
    isBeginning: begun.isLoading,
    isAway: isApiFailure(query.error) && query.error.status === null,
    notBegun,
    async begin(body) {
      const { error } = await begin({ body })
      setNotBegun(notBegunBy(error))
      if (error === undefined) setIsOn(true)
      // The refusal may be caused by a measurement on another device, so load it.
      void query.refetch()
      return error === undefined
    },
    end: (keep) => void end({ body: { keep } }).then(() => query.refetch()),
  }
}

function notBegunBy(error: unknown): NotBegun | null {
  if (!isApiFailure(error)) return null
  if (error.status === null) return { kind: 'away' }
  const listened = error.errors.find(({ code }) => code === 'tagListened')
  return listened === undefined ? null : { kind: 'tagListened', by: listened.message }
}
