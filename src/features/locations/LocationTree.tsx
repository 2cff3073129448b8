import { Tree, type GetRef } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LevelRow } from '#contract/locations/locations.ts'
import { useLocationTree, type Branch } from '#entities/locations/useLocationTree.tsx'
import { useIsPhone } from '#lib/useMedia.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { FigureHead, FiguresOf, PlaceLine } from './PlaceFigures.tsx'
import styles from './LocationTree.module.css'
import entityTableStyles from '#ui/list/EntityTable.module.css'

export function LocationTree({
  currentId,
  onOpen,
  empty,
}: {
  currentId: number | null
  onOpen(id: number): void
  empty: ReactNode
}) {
  const { t } = useTranslation('titles')
  const isPhone = useIsPhone()
  const { branches, expanded, onExpand, isLoading, failure, refetch, currentKey } = useLocationTree(
    { currentId, opensUpTo: 4, rowsAtFirst: isPhone ? 12 : 24, draw: drawPlace },
  )
  const frame = useRef<HTMLDivElement>(null)
  const height = useHeight(frame)
  const list = useRef<GetRef<typeof Tree>>(null)
  useEffect(() => {
    if (currentKey !== null) list.current?.scrollTo({ key: currentKey, align: 'auto' })
  }, [currentKey])
  return (
    <div className={entityTableStyles.tableFrame} ref={frame}>
      {isLoading ? (
        <div style={{ padding: 12 }}>
          <LoadingState rows={10} />
        </div>
      ) : failure !== undefined ? (
        <ErrorState failure={failure} onRetry={() => void refetch()} />
      ) : branches.length === 0 ? (
        empty
      ) : (
        <FiguresOf ids={idsOf(branches)}>
          <FigureHead />
          <Tree<Branch>
            ref={list}
            className={styles.locationTree}
            aria-label={t('locations')}
            treeData={branches}
            height={height - (isPhone ? 16 : 54)}
            itemHeight={isPhone ? 56 : 40}
            blockNode
            expandedKeys={expanded}
            selectedKeys={currentId === null ? [] : [String(currentId)]}
            onExpand={onExpand}
            onSelect={(_keys, { node }) => {
              if (node.selectable) onOpen(Number(node.key))
            }}
          />
        </FiguresOf>
      )}
    </div>
  )
}

/** Measures the height, because the tree draws only the rows that fit. */
function useHeight(frame: React.RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(480)
  useEffect(() => {
    if (frame.current === null) return
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 480))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return height
}

const drawPlace = (place: LevelRow) => <PlaceLine place={place} />

const idsOf = (branches: readonly Branch[]): number[] =>
  branches.flatMap(({ key, selectable, children = [] }) => [
    ...(selectable ? [Number(key)] : []),
    ...idsOf(children),
  ])
