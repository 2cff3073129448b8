import { useMemo, useState } from 'react'
import { MAX_HOLIDAYS, type Holiday } from '#contract/company/company.ts'
import type { ListedHoliday } from '#contract/company/holidayLists.ts'
import { changesOfList, initialSelection, isTaken, withListed } from './holidayList.ts'

export interface DayChoice {
  rows: readonly ListedHoliday[] | undefined
  holidays: readonly Holiday[]
  gone: readonly Holiday[]
  added: readonly ListedHoliday[]
  removed: readonly Holiday[]
  after: Holiday[]
  isTooMany: boolean
  isTurned: boolean
  isChosen(day: { date: string }): boolean
  toggle(date: string): void
  /** Listed days that are neither chosen nor in the company's list. */
  unchosen: readonly ListedHoliday[]
  chooseAll(): void
  restart(): void
}

export function useDayChoice(
  rows: readonly ListedHoliday[] | undefined,
  holidays: readonly Holiday[],
  seen: readonly string[],
): DayChoice {
  /** Days whose choice differs from the initial selection. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const first = useMemo(
    () => (rows === undefined ? new Set<string>() : initialSelection(rows, holidays, seen)),
    [rows, holidays, seen],
  )
  const isChosen = ({ date }: { date: string }): boolean => first.has(date) !== turned.has(date)
  const gone = rows === undefined ? [] : changesOfList(rows, holidays, seen).gone
  const added = (rows ?? []).filter((row) => isChosen(row) && !isTaken(row, holidays))
  const unchosen = (rows ?? []).filter((row) => !isChosen(row) && !isTaken(row, holidays))
  const removed = gone.filter(isChosen)
  const after = withListed(holidays, added, removed)
  return {
    rows,
    holidays,
    gone,
    added,
    removed,
    after,
    isTooMany: after.length > MAX_HOLIDAYS,
    isTurned: turned.size > 0,
    isChosen,
    toggle(date) {
      const next = new Set(turned)
      if (!next.delete(date)) next.add(date)
      setTurned(next)
    },
    unchosen,
    chooseAll() {
      const next = new Set(turned)
      for (const date of new Set(unchosen.map((row) => row.date)))
        if (!next.delete(date)) next.add(date)
      setTurned(next)
    },
    restart: () => setTurned(new Set()),
  }
}
