import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { dashboards, type Dashboard } from '#contract/dashboards/dashboards.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { isApiFailure } from '#api/http.ts'
import { isStale } from '#api/notices.ts'
import { useFormat } from '#lib/format.tsx'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { dashboardCalls, itemCalls } from '../calls.ts'
import { draftSaved, type BoardEdit } from '../dashboardsSlice.ts'
import { dashboardBody } from './boardDraft.ts'
import { useRecreateCards } from './useRecreateCards.ts'

/**
 * Saves the dashboard, then deletes its removed cards. A conflict keeps everything and shows both.
 * `board`: the base version.
 */
export function useSaveBoard(board: Dashboard | null) {
  const id = board?.id ?? null
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const dispatch = useDispatch()
  const [create] = dashboardCalls.useCreateDashboardMutation()
  const [update] = dashboardCalls.useUpdateDashboardMutation()
  const [remove] = itemCalls.useDeleteDashboardItemMutation()
  const readNow = useFetchNow()
  const makeAnew = useRecreateCards(board)
  const [conflict, setConflict] = useState<Dashboard | null>(null)
  const [isSaving, setIsSaving] = useState(false)

  async function write(
    { draft, removedIds, version }: BoardEdit,
    leftOut: readonly string[] = [],
  ): Promise<Dashboard> {
    const saved =
      id === null || version === null
        ? await create({ body: dashboardBody(draft) }).unwrap()
        : await update({ params: { id }, body: { ...dashboardBody(draft), version } }).unwrap()
    setConflict(null)
    const kept = new Set(draft.chapters.flatMap(({ items }) => items.map((item) => item.id)))
    for (const removed of new Set(removedIds))
      if (!kept.has(removed)) await remove({ params: { id: removed, dashboardId: saved.id } })
    dispatch(draftSaved(saved.version))
    if (leftOut.length > 0)
      dispatch(
        toastAdded({
          level: 'warning',
          message: t('leftOut', {
            names: format.list(leftOut),
          }),
          duration: 0,
        }),
      )
    return saved
  }

  async function writeAnew(edit: BoardEdit, theirs: Dashboard | null): Promise<Dashboard> {
    const { leftOut, ...mended } = await makeAnew(edit, theirs)
    return write(mended, leftOut)
  }

  /** A deleted card blocks every save until it is created again. */
  async function writeOrMend(edit: BoardEdit): Promise<Dashboard> {
    try {
      return await write(edit)
    } catch (error) {
      if (!isApiFailure(error) || error.status !== 404) throw error
      const theirs = id === null ? null : await readNow(dashboards.getDashboard, { params: { id } })
      return await writeAnew(edit, theirs)
    }
  }

  /** `over`: the stored version to overwrite. */
  async function save(edit: BoardEdit, over: Dashboard | null = null): Promise<Dashboard | null> {
    setIsSaving(true)
    try {
      return over === null
        ? await writeOrMend(edit)
        : await writeAnew({ ...edit, version: over.version }, over)
    } catch (error) {
      if (!isApiFailure(error)) throw error
      if (isStale(error) && id !== null)
        setConflict(await readNow(dashboards.getDashboard, { params: { id } }))
      return null
    } finally {
      setIsSaving(false)
    }
  }
  return { save, isSaving, conflict, forgetConflict: () => setConflict(null) }
}
