/**
 * An owner and everything below it. Drag equipment, or pick it up by its button, and drop it on its
 * new owner; Escape cancels.
 */
import { DisconnectOutlined, DragOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { FellowTree as Tree } from '#contract/equipment/fellows.ts'
import { pathTo } from '#lib/paths.ts'
import { StatusTag } from '#ui/page/marks.tsx'
import type { Held, Owner } from './useAttach.ts'
import styles from './fellows.module.css'

type Node = Omit<Tree, 'members'> & Partial<Tree['members'][number]>

export interface Holding {
  held: Held | null
  onHold(held: Held | null): void
  onPut(owner: Owner): void
  onDetach(thing: { id: number; name: string }): void
}

export function FellowTree({
  tree,
  currentId,
  holding,
}: {
  tree: Tree
  currentId?: number | null
  /** Omit for a read-only tree. */
  holding?: Holding | undefined
}) {
  return (
    <ul className={styles.tree}>
      <Branch node={tree} tree={tree} currentId={currentId ?? null} holding={holding} />
    </ul>
  )
}

function Branch({
  node,
  tree,
  currentId,
  holding,
}: {
  node: Node
  tree: Tree
  currentId: number | null
  holding: Holding | undefined
}) {
  const inside = tree.members.filter(({ owner }) => owner?.id === node.id)
  return (
    <li>
      <Line node={node} isCurrent={node.id === currentId} holding={holding} />
      {inside.length > 0 && (
        <ul>
          {inside.map((member) => (
            <Branch
              key={member.id}
              node={member}
              tree={tree}
              currentId={currentId}
              holding={holding}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

function Line({
  node,
  isCurrent,
  holding,
}: {
  node: Node
  isCurrent: boolean
  holding: Holding | undefined
}) {
  const { t } = useTranslation('fellows')
  const [isOver, setIsOver] = useState(false)
  const held = holding?.held ?? null
  const mayPut = held !== null && held.id !== node.id
  const allow = (event: DragEvent) => {
    if (!mayPut) return
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <div
      className={styles.line}
      data-current={isCurrent}
      data-held={held?.id === node.id}
      data-over={isOver && mayPut}
      {...(holding === undefined ? {} : draggable(node, node.owner != null, holding))}
      onDragEnter={allow}
      onDragOver={allow}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        if (mayPut) holding?.onPut(node)
      }}
    >
      {holding !== undefined && (
        <HoldButton thing={node} isTaken={node.owner != null} holding={holding} />
      )}
      <ThingWords thing={node} isCurrent={isCurrent} />
      <span className={styles.end}>
        <StatusTag status={node.status} />
        {mayPut && held.isDragged !== true && (
          <Button size="small" type="primary" onClick={() => holding?.onPut(node)}>
            {t('putHere')}
          </Button>
        )}
        {holding !== undefined && held === null && node.owner != null && (
          <Button
            size="small"
            type="text"
            icon={<DisconnectOutlined aria-hidden />}
            aria-label={t('detachOf', { fellow: node.name })}
            onClick={() => holding.onDetach(node)}
          >
            {t('detach')}
          </Button>
        )}
      </span>
    </div>
  )
}

interface Thing {
  id: number
  name: string
  equipmentId: string | null
  type: { name: string }
  location: { name: string } | null
}

export function ThingWords({ thing, isCurrent = false }: { thing: Thing; isCurrent?: boolean }) {
  return (
    <span className={styles.words}>
      <Link
        to={pathTo('equipment', undefined, { id: thing.id })}
        aria-current={isCurrent ? 'true' : undefined}
        draggable={false}
      >
        <bdi>{thing.name}</bdi>
      </Link>
      <span className="quiet">
        <Dotted
          parts={[
            thing.type.name,
            ...(thing.equipmentId === null ? [] : [thing.equipmentId]),
            ...(thing.location === null ? [] : [thing.location.name]),
          ]}
        />
      </span>
    </span>
  )
}

const Dotted = ({ parts }: { parts: readonly string[] }): ReactNode =>
  parts.map((part, at) => (
    <span key={at}>
      {at > 0 && ' · '}
      <bdi>{part}</bdi>
    </span>
  ))

/** Drag props for a row; a button is not draggable in every browser. */
export function draggable(
  thing: { id: number; name: string },
  isTaken: boolean,
  { onHold }: Pick<Holding, 'onHold'>,
) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', thing.name)
      onHold({ id: thing.id, name: thing.name, isTaken, isDragged: true })
    },
    onDragEnd: () => onHold(null),
  }
}

export function HoldButton({
  thing,
  isTaken,
  holding: { held, onHold },
}: {
  thing: { id: number; name: string }
  isTaken: boolean
  holding: Pick<Holding, 'held' | 'onHold'>
}) {
  const { t } = useTranslation('fellows')
  const isHeld = held?.id === thing.id
  return (
    <Button
      className={styles.grip}
      size="small"
      type={isHeld ? 'primary' : 'text'}
      icon={<DragOutlined aria-hidden />}
      aria-pressed={isHeld}
      aria-label={t('pickUp', { fellow: thing.name })}
      title={t('pickUp', { fellow: thing.name })}
      onClick={() => onHold(isHeld ? null : { id: thing.id, name: thing.name, isTaken })}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onHold(null)
      }}
    />
  )
}
