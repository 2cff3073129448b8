import { CaretRightOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { Fragment, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  equipmentGroupings,
  type EquipmentGroup,
  type EquipmentGrouping,
} from '#contract/equipment/equipment.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { ColourTag, Count, StatusTag } from '#ui/page/marks.tsx'
import { PendingState } from '#ui/feedback/states.tsx'
import { equipmentCalls } from './calls.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './EquipmentTree.module.css'

const STEP = 50
/** Maximum rows of one response. */
const MAX_ROWS = 500

interface Props {
  by: EquipmentGrouping
  onBy(by: EquipmentGrouping): void
  which: { search?: string; filter?: FilterDraft; importId?: number }
  currentId: number | null
  linkTo(row: { id: number }): string
  empty: ReactNode
}

export function EquipmentTree({ by, onBy, which, currentId, linkTo, empty }: Props) {
  const { t } = useTranslation(['equipment', 'common', 'titles'])
  const [shown, setShown] = useState(STEP)
  const list = useRef<HTMLUListElement>(null)
  const query = equipmentCalls.useListEquipmentGroupsQuery({
    body: { ...which, by, limit: shown },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  return (
    <div className={styles.tree}>
      <Segmented
        aria-label={t('groupBy')}
        value={by}
        onChange={onBy}
        options={equipmentGroupings.map((value) => ({ value, label: t(`common:${value}`) }))}
      />
      {data === undefined && (
        <PendingState failure={error} onRetry={() => void refetch()} rows={8} />
      )}
      {data?.rows.length === 0 && empty}
      {data !== undefined && data.rows.length > 0 && (
        <ul
          ref={list}
          className={styles.branches}
          aria-label={t('titles:equipment')}
          aria-busy={isFetching}
        >
          {data.rows.map((group) => (
            <Branch
              key={`${by} ${group.id}`}
              by={by}
              group={group}
              opensItself={data.count === 1}
              which={which}
              currentId={currentId}
              linkTo={linkTo}
            />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <More
          list={list}
          remaining={data.count - data.rows.length}
          canShow={shown < MAX_ROWS}
          onShow={() => setShown(Math.min(MAX_ROWS, shown + STEP))}
        />
      )}
    </div>
  )
}

interface BranchProps extends Pick<Props, 'by' | 'which' | 'currentId' | 'linkTo'> {
  group: EquipmentGroup
  opensItself: boolean
}

function Branch({ by, group, opensItself, ...inside }: BranchProps) {
  const [isOpen, setIsOpen] = useState(opensItself)
  return (
    <li>
      <button
        type="button"
        className={styles.branch}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <CaretRightOutlined className={styles.caret} aria-hidden />
        <span className={styles.name}>
          <BranchName by={by} group={group} />
        </span>{' '}
        <span className="quiet">
          <Count value={group.equipmentCount} />
        </span>
      </button>
      {isOpen && <Things by={by} id={group.id} {...inside} />}
    </li>
  )
}

function BranchName({
  by,
  group: { name, colour, path },
}: {
  by: EquipmentGrouping
  group: EquipmentGroup
}) {
  const { t } = useTranslation(['equipment', 'entities'])
  if (name === null)
    return (
      <span className="quiet">{by === 'status' ? t('entities:noStatus') : t('noLocation')}</span>
    )
  if (colour !== null)
    return (
      <ColourTag colour={colour} soft>
        {name}
      </ColourTag>
    )
  return (
    <>
      <bdi>{name}</bdi> {path.length > 0 && <Way path={path} />}
    </>
  )
}

/** The path, outermost first. A very deep path shows the outermost and the last two. */
function Way({ path }: Pick<EquipmentGroup, 'path'>) {
  const isFolded = path.length > 4
  const shown = isFolded ? [...path.slice(0, 1), ...path.slice(-2)] : path
  return (
    <span
      className={`quiet ${styles.way}`}
      title={isFolded ? path.map(({ name }) => name).join(' / ') : undefined}
    >
      {shown.map((place, index) => (
        <Fragment key={place.id}>
          {index > 0 && (isFolded && index === 1 ? ' / … / ' : ' / ')}
          <bdi>{place.name}</bdi>
        </Fragment>
      ))}
    </span>
  )
}

function Things({
  by,
  id,
  which,
  currentId,
  linkTo,
}: Pick<Props, 'by' | 'which' | 'currentId' | 'linkTo'> & { id: number | null }) {
  const [shown, setShown] = useState(STEP)
  const list = useRef<HTMLUListElement>(null)
  const query = equipmentCalls.useListEquipmentQuery({
    body: { ...which, group: { by, id }, sort: 'name', limit: shown },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return <PendingState failure={error} onRetry={() => void refetch()} rows={3} />
  return (
    <>
      <ul ref={list} className={styles.things} aria-busy={isFetching}>
        {data.rows.map((row) => (
          <li
            key={row.id}
            className={row.id === currentId ? `${styles.thing} ${styles.current}` : styles.thing}
          >
            <Link to={linkTo(row)} aria-current={row.id === currentId ? 'true' : undefined}>
              <bdi>{row.name}</bdi>
            </Link>
            {by !== 'type' && <bdi className="quiet">{row.type.name}</bdi>}
            {by !== 'location' && row.location !== null && (
              <bdi className="quiet">{row.location.name}</bdi>
            )}
            {by !== 'status' && (
              <span className={styles.end}>
                <StatusTag status={row.status} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <More
        list={list}
        remaining={data.count - data.rows.length}
        canShow={shown < MAX_ROWS}
        onShow={() => setShown(Math.min(MAX_ROWS, shown + STEP))}
      />
    </>
  )
}

/**
 * Shows how many rows remain; beyond the limit, search finds the rest. When the button disappears,
 * the focus moves to the first new row.
 */
function More({
  list,
  remaining,
  canShow,
  onShow,
}: {
  list: RefObject<HTMLUListElement | null>
  remaining: number
  canShow: boolean
  onShow(): void
}) {
  const { t } = useTranslation('common')
  const pressedAt = useRef<number | null>(null)
  useEffect(() => {
    const first = pressedAt.current === null ? undefined : list.current?.children[pressedAt.current]
    if (first === undefined) return
    pressedAt.current = null
    if (document.activeElement === document.body)
      first.querySelector<HTMLElement>('a, button')?.focus()
  })
  function handleShow(): void {
    pressedAt.current = list.current?.children.length ?? null
    onShow()
  }
  if (remaining <= 0) return null
  const words = t('moreRemaining', { count: remaining })
  return (
    <div className={styles.more}>
      {canShow ? (
        <Button type="link" size="small" onClick={handleShow}>
          {words}
        </Button>
      ) : (
        <span className="quiet">{words}</span>
      )}
    </div>
  )
}
