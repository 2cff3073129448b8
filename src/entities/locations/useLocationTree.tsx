import { Button } from 'antd'
import { useState, type Key, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LevelRow } from '#contract/locations/locations.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { levelQuestion, useLocationLevels, type Level, type Outer } from './useLocationLevels.ts'

/** `key` for a tree, `value` for a picker. Only locations are selectable; their value is the id. */
export interface Branch {
  key: string
  value: string
  title: ReactNode
  selectable: boolean
  isLeaf: boolean
  children?: Branch[]
}

interface Asked {
  currentId?: number | null
  /** A root level with at most this many locations starts expanded. */
  opensUpTo: number
  /** Further levels start expanded while all rows together stay within this. */
  rowsAtFirst?: number
  isWanted?: boolean
  draw?: (place: LevelRow) => ReactNode
}

const useLevelQuery = locationCalls.useListLocationLevelQuery
const MORE = 'more:'
const none: readonly number[] = []

export function useLocationTree({
  currentId = null,
  opensUpTo,
  rowsAtFirst = 0,
  isWanted = true,
  draw,
}: Asked) {
  const roots = useLevelQuery(levelQuestion(null), { skip: !isWanted })
  const current = useLevelQuery(
    { body: { ids: [currentId ?? 0], limit: 1 } },
    { skip: currentId === null },
  ).data?.rows.find(({ id }) => id === currentId)
  const { opened, open } = useOpened(current)
  const [atFirst, setAtFirst] = useState(none)
  const expanded = [...new Set([...(opened.byHand ?? atFirst), ...opened.onTheWay])]
  const { levels, more, retry } = useLocationLevels(isWanted ? [null, ...expanded] : [])
  // Each loaded level decides whether the next one fits.
  const room = openedAtFirst(levels, opensUpTo, rowsAtFirst)
  if (opened.byHand === null && room.length > atFirst.length) setAtFirst(room)
  const rows = useRows({ more, retry })
  const way =
    current === undefined
      ? []
      : [
          ...current.path.map((place, index) => ({
            ...place,
            typeName: '', // unknown for an ancestor that no loaded page contains
            inside: 1,
            path: current.path.slice(0, index),
          })),
          current,
        ]

  /**
   * Adds the next ancestor of the current location to its level, even if its page is not loaded.
   */
  const rowsOf = (outer: Outer, { rows: loaded, count }: Level): LevelRow[] => {
    const next = way.find(({ path }) => (path.at(-1)?.id ?? null) === outer)
    return next === undefined || count <= loaded.length || loaded.some(({ id }) => id === next.id)
      ? loaded
      : [...loaded, next]
  }
  const branchesOf = (outer: Outer): Branch[] => {
    const level = levels.get(outer)
    if (level === undefined) return []
    const places = rowsOf(outer, level)
    return [
      ...places.map((place): Branch => {
        const { id, name, inside } = place
        return {
          key: String(id),
          value: String(id),
          title: draw?.(place) ?? <bdi>{name}</bdi>,
          selectable: true,
          isLeaf: inside === 0,
          ...(inside > 0 && expanded.includes(id) && { children: branchesOf(id) }),
        }
      }),
      ...rows.after(outer, level, level.count - places.length),
    ]
  }
  const branches = branchesOf(null)
  return {
    branches,
    expanded: expanded.map(String),
    failure: roots.data === undefined ? roots.error : undefined,
    refetch: roots.refetch,
    isLoading: roots.data === undefined && roots.error === undefined,
    currentKey:
      current !== undefined &&
      way.every(({ path }) => levels.get(path.at(-1)?.id ?? null)?.isFetching === false)
        ? String(current.id)
        : null,
    onExpand(keys: readonly Key[]) {
      const wanted = keys.map(String)
      const toFill = wanted.find((key) => key.startsWith(MORE))
      if (toFill === undefined) open(wanted.map(Number))
      else more(outerOf(toFill))
    },
  }
}

/**
 * The levels expanded at first, outermost first: a short root level, then whole levels while they
 * fit.
 */
export function openedAtFirst(
  levels: ReadonlyMap<Outer, Level>,
  opensUpTo: number,
  rowsAtFirst: number,
): readonly number[] {
  const roots = levels.get(null)
  const opened: number[] = []
  let places = roots?.rows ?? []
  let rows = roots?.count ?? 0
  for (let isRoot = true; places.length > 0; isRoot = false) {
    const filled = places.filter(({ inside }) => inside > 0)
    rows += filled.reduce((sum, { inside }) => sum + inside, 0)
    const fits = rows <= rowsAtFirst || (isRoot && (roots?.count ?? 0) <= opensUpTo)
    if (!fits) break
    opened.push(...filled.map(({ id }) => id))
    places = filled.flatMap(({ id }) => levels.get(id)?.rows ?? [])
  }
  return opened
}

/** Rows expanded by hand or on the way to the current location; the user can collapse both. */
function useOpened(current: LevelRow | undefined) {
  const [opened, setOpened] = useState<{
    byHand: readonly number[] | null
    onTheWay: readonly number[]
    to: string
  }>({ byHand: null, onTheWay: none, to: '' })
  const way =
    current === undefined
      ? none
      : [...current.path.map(({ id }) => id), ...(current.inside > 0 ? [current.id] : [])]
  const to = current === undefined ? opened.to : `${current.id} ${way.join()}`
  if (to !== opened.to) setOpened({ ...opened, onTheWay: way, to })
  return {
    opened,
    open: (byHand: readonly number[]) => setOpened({ ...opened, byHand, onTheWay: none }),
  }
}

const outerOf = (key: string): Outer =>
  key === `${MORE}null` ? null : Number(key.slice(MORE.length))

function useRows({ more, retry }: { more(outer: Outer): void; retry(outer: Outer): void }) {
  const { t } = useTranslation()
  const row = (key: string, title: ReactNode, isLeaf = true): Branch[] => [
    { key, value: key, title, selectable: false, isLeaf },
  ]
  const button = (title: string, onClick: () => void) => (
    <Button type="link" size="small" tabIndex={-1} style={{ paddingInline: 0 }} onClick={onClick}>
      {title}
    </Button>
  )
  return {
    after(outer: Outer, { isFetching, failure }: Level, remaining: number): Branch[] {
      if (isFetching) return row(`loading:${outer}`, <span className="quiet">{t('loading')}</span>)
      if (failure !== undefined)
        return row(
          `failed:${outer}`,
          <>
            {t('errorTitle')} {button(t('tryAgain'), () => retry(outer))}
          </>,
        )
      // Opens like a branch, so that the keyboard reaches the remaining rows in a picker.
      return remaining > 0
        ? row(
            `${MORE}${outer}`,
            button(t('moreRemaining', { count: remaining }), () => more(outer)),
            false,
          )
        : []
    },
  }
}
