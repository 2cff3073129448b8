/** What is listened to for this person: asked for each second while it lasts, however it was begun. */
import { useState } from 'react'
import type { SurveyListening } from '#contract/siteSurvey'
import { surveyCalls } from '../calls.ts'

const LOOKS = 1_000

type Begun = Parameters<ReturnType<typeof surveyCalls.useBeginListeningMutation>[0]>[0]['body']

export function useListening(): {
  listening: SurveyListening | null
  isBeginning: boolean
  /** True: it listens. */
  begin(body: Begun): Promise<boolean>
  end(keep: boolean): void
} {
  const [isOn, setIsOn] = useState(false)
  const query = surveyCalls.useGetListeningQuery(undefined, {
    pollingInterval: isOn ? LOOKS : 0,
    refetchOnMountOrArgChange: true,
  })
  const listening = query.data?.listening ?? null
  const isListening = listening?.state === 'listening'
  if (isListening !== isOn && query.data !== undefined && !query.isFetching) setIsOn(isListening)
  const [begin, begun] = surveyCalls.useBeginListeningMutation()
  const [end] = surveyCalls.useEndListeningMutation()
  return {
    listening: listening?.state === 'stopped' ? null : listening,
    isBeginning: begun.isLoading,
    async begin(body) {
      const answer = await begin({ body })
      if (answer.error !== undefined) return false
      setIsOn(true)
      void query.refetch()
      return true
    },
    end: (keep) => void end({ body: { keep } }).then(() => query.refetch()),
  }
}
