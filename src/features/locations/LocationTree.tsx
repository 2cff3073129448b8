import { Tree, type GetRef } from 'antd'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TreeNode } from '#contract/shapes'
import { locationCalls } from '../../entities/calls.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import './locations.css'

interface Branch { key: string; title: ReactNode; selectable: boolean; children: Branch[] }

const branches = (nodes: readonly TreeNode[]): Branch[] =>
  nodes.map((node) => ({ key: node.value, title: <bdi>{node.title}</bdi>, selectable: !node.value.startsWith('b'), children: branches(node.children) }))

/** The keys on the way to one place, so that it is open when its address is. */
export function pathToKey(nodes: readonly TreeNode[], wanted: string): string[] {
  for (const node of nodes) {
    if (node.value === wanted) return [node.value]
    const below = pathToKey(node.children, wanted)
    if (below.length > 0) return [node.value, ...below]
  }
  return []
}

export function LocationTree({ currentId, onOpen, empty }: { currentId: number | null; onOpen(id: number): void; empty: ReactNode }) {
  const { t } = useTranslation('titles')
  const { data, error, refetch } = locationCalls.useGetLocationTreeQuery()
  const tree = useMemo(() => branches(data ?? []), [data])
  const [opened, setOpened] = useState<string[] | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const height = useHeight(frame)
  const list = useRef<GetRef<typeof Tree>>(null)
  const current = currentId === null ? null : String(currentId)
  const expanded = useMemo(() => {
    const way = current === null ? [] : pathToKey(data ?? [], current)
    // A small tree stands open to its second level at first.
    return [...new Set([...(opened ?? (tree.length <= 4 ? tree.map((branch) => branch.key) : [])), ...way])]
  }, [opened, tree, data, current])
  // The place of the address is brought into view once, when the tree first stands.
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere && current !== null) list.current?.scrollTo({ key: current, align: 'auto' })
  }, [isThere, current])
  return (
    <div className="table-frame" ref={frame}>
      {data === undefined
        ? error === undefined ? <div style={{ padding: 12 }}><LoadingState rows={10} /></div> : <ErrorState failure={error} onRetry={() => void refetch()} />
        : tree.length === 0
          ? empty
          : (
              <Tree<Branch>
                ref={list} className="location-tree" aria-label={t('locations')} treeData={tree} height={height - 16} blockNode expandedKeys={expanded} selectedKeys={current === null ? [] : [current]}
                onExpand={(keys) => setOpened(keys.map(String))}
                onSelect={(_keys, { node }) => { if (/^\d+$/.test(node.key)) onOpen(Number(node.key)) }}
              />
            )}
    </div>
  )
}

/** The tree draws only the rows that fit, so it has to know how many do. */
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
