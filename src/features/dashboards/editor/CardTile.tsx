import { useDraggable, useDroppable, type UniqueIdentifier } from '@dnd-kit/core'
import { BarChartOutlined, DeleteOutlined, HolderOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, Input, InputNumber } from 'antd'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { CARD_COLUMNS } from '#contract/dashboards'
import { useFilterSummary } from '../../../entities/filterObject/useFilterSummary.ts'
import { cardChanged, cardMoved, cardRemoved } from '../dashboardsSlice.ts'
import type { Card, CardPlace, Chapter } from '../draft.ts'
import { cardKey, cardOf, isCard } from './boardDrag.ts'

interface Props { card: Card; place: CardPlace; chapters: readonly Chapter[]; dragged: UniqueIdentifier | null }

/** A card while its dashboard is edited: its name, what it asks, how wide it hangs. */
export function CardTile({ card, place, chapters, dragged }: Props) {
  const key = cardKey(card.id)
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id: key })
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, isDragging } = useDraggable({ id: key })
  const isAfter = dragged !== null && isCard(dragged) && (chapters[place.chapter]?.items.findIndex(({ id }) => id === cardOf(dragged)) ?? -1) >= 0 && (chapters[place.chapter]?.items.findIndex(({ id }) => id === cardOf(dragged)) ?? 0) < place.index
  return (
    <div ref={setDropRef} className="card-cell tile-place" style={{ '--width': card.width }} data-drop={isOver && !isDragging ? (isAfter ? 'after' : 'before') : undefined}>
      <div ref={setNodeRef} data-dragged={isDragging} className="card-tile" style={transform === null ? undefined : { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)` }}>
        <Inside card={card} place={place} chapters={chapters} handle={{ ...attributes, ...listeners, ref: setActivatorNodeRef }} />
      </div>
    </div>
  )
}

type Handle = Record<string, unknown> & { ref: (node: HTMLElement | null) => void }

const Inside = memo(function Inside({ card, place, chapters, handle }: Omit<Props, 'dragged'> & { handle: Handle }) {
  const { t } = useTranslation(['dashboards', 'common'])
  const dispatch = useDispatch()
  const name = card.name
  return (
    <>
      <header className="tile-head">
        <button type="button" className="drag-handle" {...handle} aria-label={t('drag.handle', { name })}><HolderOutlined aria-hidden /></button>
        <Input variant="borderless" dir="auto" maxLength={200} aria-label={t('cardName')} value={name} onChange={(event) => dispatch(cardChanged({ id: card.id, patch: { name: event.target.value } }))} />
        <MoveMenu card={card} place={place} chapters={chapters} />
        <Button type="text" size="small" danger icon={<DeleteOutlined aria-hidden />} aria-label={`${t('common:remove')}: ${name}`} onClick={() => dispatch(cardRemoved(place))} />
      </header>
      <p className="tile-facts quiet">{t(`type.${card.type}`)} · {t(`range.${card.range}`)}</p>
      <Asks card={card} />
      <footer className="tile-foot">
        <Button size="small" type={card.showHistory ? 'primary' : 'default'} ghost={card.showHistory} icon={<BarChartOutlined aria-hidden />} aria-pressed={card.showHistory} aria-label={`${t('showHistory')}: ${name}`} title={t('showHistory')} onClick={() => dispatch(cardChanged({ id: card.id, patch: { showHistory: !card.showHistory } }))} />
        <label className="tile-width"><span className="quiet">{t('width')}</span><InputNumber size="small" min={1} max={CARD_COLUMNS} value={card.width} aria-label={`${t('width')}: ${name}`} onChange={(width) => { if (width !== null) dispatch(cardChanged({ id: card.id, patch: { width } })) }} /></label>
      </footer>
    </>
  )
})

function Asks({ card }: { card: Card }) {
  const { t } = useTranslation('common')
  const summary = useFilterSummary(card.data.filters[0] ?? {})
  return <p className="tile-facts">{summary}{card.data.filters.length > 1 && <> {t('moreRemaining', { count: card.data.filters.length - 1 })}</>}</p>
}

/** Moving without dragging: earlier, later, to another chapter. */
function MoveMenu({ card, place, chapters }: Omit<Props, 'dragged'>) {
  const { t } = useTranslation(['dashboards', 'common'])
  const dispatch = useDispatch()
  const count = chapters[place.chapter]?.items.length ?? 0
  const items = [
    { key: 'earlier', label: t('moveEarlier'), disabled: place.index === 0 }, { key: 'later', label: t('moveLater'), disabled: place.index >= count - 1 },
    ...chapters.flatMap((chapter, index) => (index === place.chapter ? [] : [{ key: String(index), label: t('moveTo', { name: chapter.title }), disabled: false }])),
  ]
  function handleMove({ key }: { key: string }): void {
    const to = key === 'earlier' ? { ...place, index: place.index - 1 } : key === 'later' ? { ...place, index: place.index + 1 } : { chapter: Number(key), index: chapters[Number(key)]?.items.length ?? 0 }
    dispatch(cardMoved({ from: place, to }))
  }
  return <Dropdown trigger={['click']} menu={{ items, onClick: handleMove }}><Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={`${t('common:moreActions')}: ${card.name}`} /></Dropdown>
}
