import { useDraggable, useDroppable, type UniqueIdentifier } from '@dnd-kit/core'
import { BarChartOutlined, DeleteOutlined, HolderOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch, useStore } from 'react-redux'
import { useFilterSummary } from '#entities/filterObject/useFilterSummary.ts'
import {
  cardChanged,
  cardMoved,
  cardRemoved,
  openBoard,
  type DashboardsState,
} from '../dashboardsSlice.ts'
import type { Card, Chapter } from '../draft.ts'
import { cardKey } from './boardDrag.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { itemCalls } from '../calls.ts'
import { CardBody } from '../cards/CardFace.tsx'
import { WidthHandle } from './WidthHandle.tsx'
import styles from './editor.module.css'
import boardStyles from '../board.module.css'

interface Props {
  card: Card
  chapter: number
  index: number
  dragged: UniqueIdentifier | null
  /** The dragged card's index in this chapter, or negative if it is in another. */
  draggedIndex: number
}

/**
 * A card in the editor with its live number, an editable name and a width handle. A drag redraws
 * only the frames; the content redraws when the card changes.
 */
export function CardTile({ card, chapter, index, dragged, draggedIndex }: Props) {
  const { t } = useTranslation('dashboards')
  const key = cardKey(card.id)
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id: key })
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, isDragging } =
    useDraggable({ id: key })
  const dispatch = useDispatch()
  const [pulled, setPulled] = useState<number | null>(null)
  const width = pulled ?? card.width
  const isAfter = dragged !== null && draggedIndex >= 0 && draggedIndex < index
  return (
    <div
      ref={setDropRef}
      className={`${boardStyles.cardCell} ${styles.tilePlace}`}
      style={{ '--width': width }}
      data-drop={isOver && !isDragging ? (isAfter ? 'after' : 'before') : undefined}
    >
      <div
        ref={setNodeRef}
        data-dragged={isDragging}
        data-testid="card-tile"
        className={styles.cardTile}
        style={
          transform === null
            ? undefined
            : { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)` }
        }
      >
        <header className={styles.tileHead}>
          <button
            type="button"
            className={styles.dragHandle}
            {...attributes}
            {...listeners}
            ref={setActivatorNodeRef}
            aria-label={t('drag.handle', { name: card.name })}
          >
            <HolderOutlined aria-hidden />
          </button>
          <Head card={card} chapter={chapter} index={index} />
        </header>
        <Body card={card} />
        <WidthHandle
          name={card.name}
          width={width}
          onPull={setPulled}
          onWidth={(next) => dispatch(cardChanged({ id: card.id, patch: { width: next } }))}
        />
      </div>
    </div>
  )
}

const Head = memo(function Head({
  card: { id, name },
  chapter,
  index,
}: Pick<Props, 'card' | 'chapter' | 'index'>) {
  const { t } = useTranslation(['dashboards', 'common'])
  const dispatch = useDispatch()
  return (
    <>
      <NameField id={id} name={name} />
      <MoveMenu name={name} chapter={chapter} index={index} />
      <Button
        type="text"
        size="small"
        danger
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`${t('common:remove')}: ${name}`}
        onClick={() => dispatch(cardRemoved({ chapter, index }))}
      />
    </>
  )
})

const PAUSE_MILLISECONDS = 300

/**
 * Passes the text on after a pause or on leaving, so that a keystroke does not redraw the board.
 */
function NameField({ id, name }: Pick<Card, 'id' | 'name'>) {
  const { t } = useTranslation('dashboards')
  const dispatch = useDispatch()
  const [written, setWritten] = useState<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  function handOn(text: string): void {
    clearTimeout(pause.current)
    setWritten(null)
    if (text !== name) dispatch(cardChanged({ id, patch: { name: text } }))
  }
  function handleWriting(text: string): void {
    setWritten(text)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => handOn(text), PAUSE_MILLISECONDS)
  }
  return (
    <Input
      variant="borderless"
      dir="auto"
      maxLength={200}
      aria-label={t('cardName')}
      value={written ?? name}
      onChange={(event) => handleWriting(event.target.value)}
      onBlur={() => {
        if (written !== null) handOn(written)
      }}
    />
  )
}

const Body = memo(function Body({ card }: { card: Card }) {
  const { t } = useTranslation('dashboards')
  const dispatch = useDispatch()
  const { name } = card
  return (
    <>
      <p className={`${styles.tileFacts} quiet`}>
        {t(`type.${card.type}`)} · {t(`range.${card.range}`)}
      </p>
      <Asks card={card} />
      <LiveNumber card={card} />
      <footer className={styles.tileFoot}>
        <Button
          size="small"
          type={card.showHistory ? 'primary' : 'default'}
          ghost={card.showHistory}
          icon={<BarChartOutlined aria-hidden />}
          aria-pressed={card.showHistory}
          aria-label={`${t('showHistory')}: ${name}`}
          title={t('showHistory')}
          onClick={() =>
            dispatch(cardChanged({ id: card.id, patch: { showHistory: !card.showHistory } }))
          }
        />
      </footer>
    </>
  )
})

function LiveNumber({ card: { name, type, range, data, showHistory } }: { card: Card }) {
  const query = itemCalls.usePreviewCardQuery({
    body: { type, range, data: { filters: data.filters } },
  })
  const number = answerToShow(query)
  if (number === undefined)
    return query.error === undefined ? (
      <LoadingState rows={2} />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  return (
    <div className={styles.tileNumber}>
      <CardBody title={name} number={number} showHistory={showHistory} />
    </div>
  )
}

function Asks({ card }: { card: Card }) {
  const { t } = useTranslation('common')
  const summary = useFilterSummary(card.data.filters[0] ?? {})
  return (
    <p className={styles.tileFacts}>
      {summary}
      {card.data.filters.length > 1 && (
        <> {t('moreRemaining', { count: card.data.filters.length - 1 })}</>
      )}
    </p>
  )
}

function MoveMenu({ name, chapter, index }: { name: string; chapter: number; index: number }) {
  const { t } = useTranslation(['dashboards', 'common'])
  const dispatch = useDispatch()
  const store = useStore<{ dashboards: DashboardsState }>()
  const [chapters, setChapters] = useState<readonly Chapter[]>([])
  const look = () => setChapters(openBoard(store.getState().dashboards)?.now.draft.chapters ?? [])
  const items =
    chapters.length === 0
      ? []
      : [
          { key: 'earlier', label: t('moveEarlier'), disabled: index === 0 },
          {
            key: 'later',
            label: t('moveLater'),
            disabled: index >= (chapters[chapter]?.items.length ?? 0) - 1,
          },
          ...chapters.flatMap((other, place) =>
            place === chapter
              ? []
              : [
                  {
                    key: String(place),
                    label: t('moveTo', { name: other.title }),
                    disabled: false,
                  },
                ],
          ),
        ]
  function handleMove({ key }: { key: string }): void {
    const to =
      key === 'earlier'
        ? { chapter, index: index - 1 }
        : key === 'later'
          ? { chapter, index: index + 1 }
          : { chapter: Number(key), index: chapters[Number(key)]?.items.length ?? 0 }
    dispatch(cardMoved({ from: { chapter, index }, to }))
  }
  return (
    <DropMenu
      menu={{ items, onClick: handleMove }}
      onOpenChange={(isOpen) => {
        if (isOpen) look()
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden />}
        aria-label={`${t('common:moreActions')}: ${name}`}
      />
    </DropMenu>
  )
}
