import { DndContext, type DragEndEvent, type UniqueIdentifier } from '@dnd-kit/core'
import { PlusOutlined, SaveOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import type { Dashboard } from '#contract/dashboards/dashboards.ts'
import { pathTo } from '#lib/paths.ts'
import { mergeChanges } from '#ui/dialog/conflict.ts'
import { Locked } from '#ui/form/Locked.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { useLeaveGuard } from '#ui/dialog/leaving/useLeaveGuard.ts'
import type { History } from '#lib/history.ts'
import { UndoButtons } from '#ui/feedback/undo/UndoButtons.tsx'
import {
  boardRedone,
  boardUndone,
  cardMoved,
  chapterInserted,
  chapterMoved,
  draftClosed,
  draftOpened,
  type BoardEdit,
} from '../dashboardsSlice.ts'
import { placeOf, type DashboardDraft } from '../draft.ts'
import { AddCard } from './AddCard.tsx'
import { BoardConflict } from './BoardConflict.tsx'
import { draftOf } from './boardDraft.ts'
import {
  cardOf,
  chapterOf,
  collides,
  dropTarget,
  isCard,
  useAnnouncements,
  useBoardSensors,
} from './boardDrag.ts'
import { BoardFacts } from './BoardFacts.tsx'
import { ChapterEditor } from './ChapterEditor.tsx'
import { useSaveBoard } from './useSaveBoard.ts'
import styles from './editor.module.css'

interface Props {
  board: Dashboard | null
  history: History<BoardEdit>
  notice: ReactNode
}

export function BoardEditor({ board, history, notice }: Props) {
  const { draft, isDirty } = history.now
  const { t } = useTranslation(['dashboards', 'titles', 'notices'])
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const sensors = useBoardSensors()
  const announcements = useAnnouncements(draft.chapters)
  const [dragged, setDragged] = useState<UniqueIdentifier | null>(null)
  const [adding, setAdding] = useState<number | null>(null)
  const { save, isSaving, conflict, forgetConflict } = useSaveBoard(board)
  const leaveFreely = useLeaveGuard(isDirty && !isSaving)
  const isNamed = draft.name.trim() !== ''

  async function handleSave(edit = history.now, over?: Dashboard): Promise<void> {
    const saved = await save(edit, over)
    if (saved === null) return
    leaveFreely()
    dispatch(draftClosed())
    await navigate(pathTo('dashboard', { dashboardId: saved.id }), { replace: board === null })
  }
  function handleDrop({ active, over }: DragEndEvent): void {
    setDragged(null)
    if (over === null || over.id === active.id) return
    if (!isCard(active.id))
      return void dispatch(chapterMoved({ from: chapterOf(active.id), to: chapterOf(over.id) }))
    const [from, to] = [
      placeOf(draft.chapters, cardOf(active.id)),
      dropTarget(draft.chapters, over.id),
    ]
    if (from !== undefined && to !== undefined) dispatch(cardMoved({ from, to }))
  }
  const addChapter = () =>
    void dispatch(chapterInserted({ index: draft.chapters.length, title: t('notices:newChapter') }))
  return (
    <Page
      title={board === null ? t('newDashboard') : t('editTitle', { name: board.name })}
      back={
        board === null
          ? { to: pathTo('dashboards'), label: t('titles:dashboards') }
          : { to: pathTo('dashboard', { dashboardId: board.id }), label: board.name }
      }
      actions={
        <>
          <UndoButtons
            canUndo={history.past.length > 0}
            canRedo={history.future.length > 0}
            undo={() => void dispatch(boardUndone())}
            redo={() => void dispatch(boardRedone())}
          />
          <Button
            type="primary"
            icon={<SaveOutlined aria-hidden />}
            loading={isSaving}
            disabled={!isNamed || (board !== null && !isDirty)}
            onClick={() => void handleSave()}
          >
            {t('saveBoard')}
          </Button>
        </>
      }
    >
      <Locked isLocked={isSaving} className={styles.editorBoard}>
        {notice}
        <BoardFacts draft={draft} board={board} />
        <DndContext
          sensors={sensors}
          collisionDetection={collides}
          onDragStart={({ active }) => setDragged(active.id)}
          onDragEnd={handleDrop}
          onDragCancel={() => setDragged(null)}
          accessibility={{
            announcements,
            screenReaderInstructions: { draggable: t('drag.instructions') },
          }}
        >
          {draft.chapters.length === 0 && (
            <EmptyState
              title={t('noChapters')}
              hint={t('noChaptersHint')}
              action={<AddButton onClick={addChapter}>{t('addChapter')}</AddButton>}
            />
          )}
          {draft.chapters.map((chapter, index) => (
            <ChapterEditor
              key={index}
              chapter={chapter}
              index={index}
              chapters={draft.chapters}
              dragged={dragged}
              onAdd={() => setAdding(index)}
            />
          ))}
        </DndContext>
        {draft.chapters.length > 0 && (
          <Button type="dashed" block icon={<PlusOutlined aria-hidden />} onClick={addChapter}>
            {t('addChapter')}
          </Button>
        )}
      </Locked>
      {adding !== null && (
        <AddCard chapter={adding} chapters={draft.chapters} onClose={() => setAdding(null)} />
      )}
      {conflict !== null && (
        <BoardConflict
          mine={mineOver(history.now, conflict)}
          theirs={draftOf(conflict)}
          onCancel={forgetConflict}
          onKeepMine={() =>
            void handleSave({ ...history.now, draft: mineOver(history.now, conflict) }, conflict)
          }
          onTakeTheirs={() => {
            dispatch(
              draftOpened({
                key: String(conflict.id),
                version: conflict.version,
                draft: draftOf(conflict),
              }),
            )
            forgetConflict()
          }}
        />
      )}
    </Page>
  )
}

/**
 * Merges ours over the stored version. Chapters are one field, because they are arranged together.
 */
const mineOver = ({ draft, from }: BoardEdit, theirs: Dashboard): DashboardDraft =>
  from === undefined ? draft : mergeChanges(from, draft, draftOf(theirs))
