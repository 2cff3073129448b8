import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { useFormat } from '#lib/format.tsx'
import {
  questionBlockingMove,
  moveQuestion,
  placeFor,
  type ProcedureDraft,
  type ChangeDraft,
} from './draft.ts'
import type { DraftFault } from './faults.ts'
import { QuestionCard } from './QuestionCard.tsx'
import styles from './editor.module.css'

/** Spec section 9: a key moves what is dragged by 25 px. */
const keyboardStep = 25
const stepByKey: KeyboardCoordinateGetter = (event, { currentCoordinates: at }) => {
  if (event.code === 'ArrowDown') return { ...at, y: at.y + keyboardStep }
  return event.code === 'ArrowUp' ? { ...at, y: at.y - keyboardStep } : undefined
}

interface Props {
  draft: ProcedureDraft
  change: ChangeDraft
  faults: readonly DraftFault[]
  openId: number | null
  onOpen: (questionId: number | null) => void
  onDuplicate: (questionId: number) => void
}

/**
 * Reorders questions by pointer, keys or buttons. A question cannot pass one that its condition
 * refers to; the list names it.
 */
export function QuestionList({ draft, change, faults, openId, onOpen, onDuplicate }: Props) {
  const { t } = useTranslation('procedures')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepByKey }),
  )
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [tied, setTied] = useState<string | null>(null)
  const announcements = useAnnouncements(draft.questions)

  const handleMove = (questionId: number, to: number) => {
    const keeper = questionBlockingMove(draft.questions, questionId, to)
    setTied(
      keeper === null
        ? null
        : t('editor.tied', { question: titleOf(draft.questions, questionId), other: keeper.title }),
    )
    change((before) => moveQuestion(before, questionId, to))
  }
  const handleEnd = ({ active, over }: DragEndEvent) => {
    setDraggedId(null)
    const to = draft.questions.findIndex(({ id }) => id === over?.id)
    if (to >= 0 && over?.id !== active.id) handleMove(Number(active.id), to)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => {
        setTied(null)
        setDraggedId(Number(active.id))
      }}
      onDragEnd={handleEnd}
      onDragCancel={() => setDraggedId(null)}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('drag.instructions') },
      }}
    >
      {tied !== null && (
        <p className={styles.editorNote} role="status" dir="auto">
          {tied}
        </p>
      )}
      <ol className={styles.questionList}>
        {draft.questions.map((question, index) => (
          <Place
            key={question.id}
            question={question}
            index={index}
            draggedIndex={draft.questions.findIndex(({ id }) => id === draggedId)}
          >
            {(handle) => (
              <QuestionCard
                question={question}
                questions={draft.questions}
                change={change}
                index={index}
                isOpen={openId === question.id && draggedId === null}
                faults={faults.filter(({ questionId }) => questionId === question.id)}
                onToggle={() => onOpen(openId === question.id ? null : question.id)}
                onMove={(to) => handleMove(question.id, to)}
                onDuplicate={() => onDuplicate(question.id)}
                handle={handle}
              />
            )}
          </Place>
        ))}
      </ol>
    </DndContext>
  )
}

type Handle = Parameters<typeof QuestionCard>[0]['handle']

interface PlaceProps {
  question: SurveyQuestion
  index: number
  draggedIndex: number
  children: (handle: Handle) => ReactNode
}

function Place({ question, index, draggedIndex, children }: PlaceProps) {
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id: question.id })
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transform, isDragging } =
    useDraggable({ id: question.id })
  const side = isOver && !isDragging ? (draggedIndex < index ? 'after' : 'before') : undefined
  return (
    <li ref={setDropRef} className={styles.questionPlace} data-drop={side}>
      <div
        ref={setNodeRef}
        data-dragged={isDragging}
        className={styles.questionDrag}
        style={
          transform === null ? undefined : { transform: `translate3d(0, ${transform.y}px, 0)` }
        }
      >
        {children({ ...attributes, ...listeners, ref: setActivatorNodeRef })}
      </div>
    </li>
  )
}

const titleOf = (questions: readonly SurveyQuestion[], id: number | string): string =>
  questions.find((question) => question.id === id)?.title ?? ''

function useAnnouncements(questions: readonly SurveyQuestion[]): Announcements {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  return useMemo(() => {
    const indexOf = (id: number | string) => questions.findIndex((question) => question.id === id)
    const place = (id: number | string) => format.number(indexOf(id) + 1)
    // A condition may stop the question before the drop position, so the announcement gives its
    // real position.
    const landed = (id: number | string, over: number | string) =>
      format.number(placeFor(questions, Number(id), indexOf(over)) + 1)
    return {
      onDragStart: ({ active }) =>
        t('drag.picked', { question: titleOf(questions, active.id), place: place(active.id) }),
      onDragOver: ({ active, over }) =>
        over === null
          ? undefined
          : t('drag.over', { question: titleOf(questions, active.id), place: place(over.id) }),
      onDragEnd: ({ active, over }) =>
        over === null
          ? t('drag.cancelled')
          : t('drag.dropped', {
              question: titleOf(questions, active.id),
              place: landed(active.id, over.id),
            }),
      onDragCancel: () => t('drag.cancelled'),
    }
  }, [questions, t, format])
}
