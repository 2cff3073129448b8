import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Dashboard } from '#contract/dashboards'
import { isApiFailure } from '../../../api/http.ts'
import { isStale } from '../../../api/notices.ts'
import { dashboardCalls, itemCalls } from '../calls.ts'
import { draftSaved, type BoardEdit } from '../dashboardsSlice.ts'
import { bodyOf } from './boardDraft.ts'

/**
 * Saves the dashboard, then takes away the cards that were removed from it. A stale save keeps
 * everything and shows both.
 */
export function useSaveBoard(id: number | null) {
  const dispatch = useDispatch()
  const [create, creating] = dashboardCalls.useCreateDashboardMutation()
  const [update, updating] = dashboardCalls.useUpdateDashboardMutation()
  const [remove] = itemCalls.useDeleteDashboardItemMutation()
  const [fetchNow] = dashboardCalls.useLazyGetDashboardQuery()
  const [conflict, setConflict] = useState<Dashboard | null>(null)

  async function save(
    { draft, removedIds, version: begunFrom }: BoardEdit,
    version = begunFrom,
  ): Promise<Dashboard | null> {
    try {
      const saved =
        id === null || version === null
          ? await create({ body: bodyOf(draft) }).unwrap()
          : await update({ params: { id }, body: { ...bodyOf(draft), version } }).unwrap()
      setConflict(null)
      const kept = new Set(draft.chapters.flatMap(({ items }) => items.map((item) => item.id)))
      for (const removed of new Set(removedIds))
        if (!kept.has(removed)) await remove({ params: { id: removed, dashboardId: saved.id } })
      dispatch(draftSaved(saved.version))
      return saved
    } catch (error) {
      if (isApiFailure(error) && isStale(error) && id !== null)
        setConflict(await fetchNow({ params: { id } }).unwrap())
      else if (!isApiFailure(error)) throw error
      return null
    }
  }
  return {
    save,
    isSaving: creating.isLoading || updating.isLoading,
    conflict,
    forgetConflict: () => setConflict(null),
  }
}
