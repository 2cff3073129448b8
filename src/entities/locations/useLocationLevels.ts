/**
 * The expanded levels of the location tree. Each page has a subscription, so that changes refresh
 * it.
 */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useMemo, useRef, useState } from 'react'
import { shallowEqual, useDispatch, useSelector } from 'react-redux'
import type { LevelRow } from '#contract/locations/locations.ts'
import type { Failure } from '#ui/feedback/states.tsx'
import { locationCalls } from '#entities/calls/locations.ts'

/** Parent of a level: a location's id, or null for the root. */
export type Outer = number | null
export interface Level {
  rows: LevelRow[]
  count: number
  isFetching: boolean
  failure: Failure | undefined
}

const { listLocationLevel } = locationCalls.endpoints
type State = Parameters<ReturnType<typeof listLocationLevel.select>>[0]
interface Asked {
  outer: Outer
  page: number
}

const PAGE = 100
export const levelQuestion = (parentId: Outer, page = 0) => ({
  body: { parentId, limit: PAGE, offset: page * PAGE },
})

export function useLocationLevels(open: readonly Outer[]) {
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>()
  const [pages, setPages] = useState<ReadonlyMap<Outer, number>>(new Map())
  const key = open.map((outer) => `${outer}:${pages.get(outer) ?? 1}`).join()
  const asked = useMemo(
    () =>
      open.flatMap((outer) =>
        Array.from({ length: pages.get(outer) ?? 1 }, (_, page): Asked => ({ outer, page })),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the key holds both
    [key],
  )
  useSubscriptions(asked)
  const selectors = useMemo(
    () => asked.map(({ outer, page }) => listLocationLevel.select(levelQuestion(outer, page))),
    [asked],
  )
  const answers = useSelector(
    (state: State) => selectors.map((select) => select(state)),
    shallowEqual,
  )
  const levels = useMemo(() => {
    const found = new Map<Outer, Level>()
    asked.forEach(({ outer }, index) => {
      const answer = answers[index]
      const before = found.get(outer) ?? {
        rows: [],
        count: 0,
        isFetching: false,
        failure: undefined,
      }
      // A rename may move a location between pages before both are refetched.
      const known = new Set(before.rows.map(({ id }) => id))
      found.set(outer, {
        rows: [...before.rows, ...(answer?.data?.rows ?? []).filter(({ id }) => !known.has(id))],
        count: answer?.data?.count ?? before.count,
        isFetching:
          before.isFetching || answer?.isUninitialized === true || answer?.isLoading === true,
        failure: before.failure ?? (answer?.isError === true ? answer.error : undefined),
      })
    })
    return found
  }, [asked, answers])
  return {
    levels,
    more: (outer: Outer) =>
      setPages((before) => new Map(before).set(outer, (before.get(outer) ?? 1) + 1)),
    retry(outer: Outer) {
      for (const each of asked.filter((one) => one.outer === outer))
        void dispatch(
          listLocationLevel.initiate(levelQuestion(outer, each.page), {
            subscribe: false,
            forceRefetch: true,
          }),
        )
    },
  }
}

function useSubscriptions(asked: readonly Asked[]): void {
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>()
  const held = useRef(new Map<string, { unsubscribe(): void }>())
  useEffect(() => {
    const wanted = new Map(asked.map((one) => [`${one.outer}:${one.page}`, one]))
    for (const [key, { outer, page }] of wanted) {
      if (!held.current.has(key))
        held.current.set(key, dispatch(listLocationLevel.initiate(levelQuestion(outer, page))))
    }
    for (const [key, { unsubscribe }] of held.current) {
      if (wanted.has(key)) continue
      unsubscribe()
      held.current.delete(key)
    }
  }, [asked, dispatch])
  useEffect(() => {
    const all = held.current
    return () => {
      for (const { unsubscribe } of all.values()) unsubscribe()
      all.clear()
    }
  }, [])
}
