import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { dynamicDashboards, type DynamicDashboard } from '#contract/dashboards/dynamicDashboards.ts'
import { isApiFailure } from '#api/http.ts'
import { isStale } from '#api/notices.ts'
import { pathTo } from '#lib/paths.ts'
import { sameValues } from '#ui/dialog/conflict.ts'
import { useLeaveGuard } from '#ui/dialog/leaving/useLeaveGuard.ts'
import { useHistory } from '#ui/feedback/undo/useHistory.ts'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'
import { useRestoredEdit, useKeptEdit } from '#ui/form/useInterrupted.ts'
import { useFetchOrNotify } from '#ui/form/useFetchOrNotify.ts'
import { dynamicCalls } from './calls.ts'
import { blankBoard, dynamicDashboardBody, draftOf, mergeBoards, type BoardDraft } from './draft.ts'

export type Board = ReturnType<typeof useBoard>

export interface BoardConflict {
  mine: BoardDraft
  theirs: DynamicDashboard
}

/** `board`: the stored board. Null for a new one. */
export function useBoard(board: DynamicDashboard | null) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const [saved, setSaved] = useState<BoardDraft>(board === null ? blankBoard : draftOf(board))
  const back = useRestoredEdit(['dynamicDashboard'])
  const history = useHistory({ ...saved, ...back?.values })
  const { now: draft, change } = history
  const [version, setVersion] = useState(back?.version ?? board?.version ?? null)
  const [conflict, setConflict] = useState<BoardConflict | null>(null)
  const [create, creating] = dynamicCalls.useCreateDynamicDashboardMutation()
  const [update, updating] = dynamicCalls.useUpdateDynamicDashboardMutation()
  const [remove] = dynamicCalls.useDeleteDynamicDashboardMutation()
  const readOrTell = useFetchOrNotify()
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const isSaving = creating.isLoading || updating.isLoading
  const leaveFreely = useLeaveGuard(isDirty && !isSaving)
  useKeptEdit(
    ['dynamicDashboard'],
    isDirty ? () => ({ values: draft, version: version ?? undefined }) : null,
  )

  async function save(what = draft, onto = version): Promise<void> {
    try {
      const kept =
        board === null || onto === null
          ? await create({ body: dynamicDashboardBody(what) }).unwrap()
          : await update({
              params: { id: board.id },
              body: { ...dynamicDashboardBody(what), version: onto },
            }).unwrap()
      setSaved(what)
      if (what !== draft) history.restart(what)
      setVersion(kept.version)
      setConflict(null)
      if (board !== null) return
      leaveFreely()
      await navigate(pathTo('dynamicDashboardEditor', { dynamicDashboardId: kept.id }), {
        replace: true,
      })
    } catch (error) {
      if (!isApiFailure(error)) throw error
      if (isStale(error) && board !== null) await compare(board.id)
    }
  }
  /** Merges our changes over the stored version, after each refusal. */
  async function compare(id: DynamicDashboard['id']): Promise<void> {
    const data = await readOrTell(dynamicDashboards.getDynamicDashboard, { params: { id } })
    if (data === null) return
    const mine = mergeBoards(saved, draft, draftOf(data))
    if (sameValues(mine, draftOf(data))) takeTheirs(data)
    else setConflict({ mine, theirs: data })
  }
  function takeTheirs(theirs: DynamicDashboard): void {
    history.restart(draftOf(theirs))
    setSaved(draftOf(theirs))
    setVersion(theirs.version)
    setConflict(null)
  }
  return {
    history,
    draft,
    change,
    isDirty,
    isSaving,
    save: () => save(),
    reset: () => change(saved),
    conflict,
    forgetConflict: () => setConflict(null),
    keepMine: ({ mine, theirs }: BoardConflict) => save(mine, theirs.version),
    takeTheirs,
    async deleteIt(): Promise<void> {
      if (board === null || !(await confirmDelete(board.title, t('permanent')))) return
      const answer = await remove({ params: { id: board.id } })
      if (answer.error !== undefined) return
      leaveFreely()
      await navigate(pathTo('dynamicDashboards'), { replace: true })
    },
  }
}
