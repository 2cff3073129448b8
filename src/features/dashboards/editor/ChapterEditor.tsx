import { useDraggable, useDroppable, type UniqueIdentifier } from '@dnd-kit/core'
import {
  DeleteOutlined,
  DownOutlined,
  HolderOutlined,
  PlusOutlined,
  UpOutlined,
} from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { chapterMoved, chapterRemoved, chapterRenamed } from '../dashboardsSlice.ts'
import type { Chapter } from '../draft.ts'
import { cardKey, cardOf, chapterKey, endKey, isCard } from './boardDrag.ts'
import { CardTile } from './CardTile.tsx'
import styles from './editor.module.css'
import boardStyles from '../board.module.css'

interface Props {
  chapter: Chapter
  index: number
  chapters: readonly Chapter[]
  dragged: UniqueIdentifier | null
  onAdd(): void
}

export function ChapterEditor({ chapter, index, chapters, dragged, onAdd }: Props) {
  const { t } = useTranslation(['dashboards', 'common'])
  const dispatch = useDispatch()
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id: chapterKey(index) })
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, isDragging } =
    useDraggable({ id: chapterKey(index) })
  const { setNodeRef: setEndRef, isOver: isOverEnd } = useDroppable({ id: endKey(index) })
  const name = chapter.title
  const draggedIndex =
    dragged !== null && isCard(dragged)
      ? chapter.items.findIndex(({ id }) => id === cardOf(dragged))
      : -1
  return (
    <section
      ref={setDropRef}
      className={styles.chapterEditor}
      data-over={isOver && !isDragging}
      aria-label={t('chapterNumber', { number: index + 1, name })}
    >
      <div
        ref={setNodeRef}
        data-dragged={isDragging}
        className={styles.chapterInside}
        style={
          transform === null
            ? undefined
            : { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)` }
        }
      >
        <header className={styles.chapterHead}>
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={styles.dragHandle}
            {...attributes}
            {...listeners}
            aria-label={t('drag.handle', { name })}
          >
            <HolderOutlined aria-hidden />
          </button>
          <Input
            className={styles.chapterTitle}
            variant="borderless"
            dir="auto"
            maxLength={200}
            aria-label={t('chapterTitle')}
            value={chapter.title}
            onChange={(event) => dispatch(chapterRenamed({ index, title: event.target.value }))}
          />
          <span className={styles.chapterActions}>
            <Button
              type="text"
              size="small"
              icon={<UpOutlined aria-hidden />}
              disabled={index === 0}
              aria-label={t('moveUp', { name })}
              onClick={() => dispatch(chapterMoved({ from: index, to: index - 1 }))}
            />
            <Button
              type="text"
              size="small"
              icon={<DownOutlined aria-hidden />}
              disabled={index === chapters.length - 1}
              aria-label={t('moveDown', { name })}
              onClick={() => dispatch(chapterMoved({ from: index, to: index + 1 }))}
            />
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`${t('common:remove')}: ${name}`}
              onClick={() => dispatch(chapterRemoved(index))}
            />
          </span>
        </header>
        <div className={boardStyles.cardGrid} data-grid>
          {chapter.items.map((card, place) => (
            <CardTile
              key={cardKey(card.id)}
              card={card}
              chapter={index}
              index={place}
              dragged={dragged}
              draggedIndex={draggedIndex}
            />
          ))}
          <div ref={setEndRef} className={styles.chapterEnd} data-over={isOverEnd}>
            <Button
              type="dashed"
              block
              icon={<PlusOutlined aria-hidden />}
              onClick={onAdd}
              aria-label={t('addCardTo', { name })}
            >
              {t('addCard')}
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}
