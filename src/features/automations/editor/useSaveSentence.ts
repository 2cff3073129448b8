/** Saves through the automation's procedure, with its whole list (spec section 7). */
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Automation, AutomationDraft } from '#contract/automation/automation.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { isApiFailure, toFailure } from '#api/http.ts'
import { changeNotice, isStale } from '#api/notices.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { asDraft } from './sentenceDraft.ts'

/**
 * A save's result: saved, refused (notices give the reason), conflict, or deleted with or without
 * its procedure.
 */
export type SaveResult =
  | { state: 'saved'; automations: readonly Automation[] }
  | { state: 'refused' }
  | { state: 'conflict'; theirs: Automation }
  | { state: 'gone'; what: 'automation' | 'procedure' }

/** `openedAt`: the last change known to this screen. A later change is a conflict. */
interface Change {
  procedureId: number
  id: number | null
  openedAt: string | null
  next: AutomationDraft | null
}

export function useSaveSentence() {
  const readNow = useFetchNow()
  const dispatch = useDispatch()
  const [update] = procedureCalls.useUpdateProcedureMutation()
  const [isSaving, setIsSaving] = useState(false)

  /** Null in `next` deletes. Fetches the list first, to keep other automations as they are now. */
  const save = async (
    { procedureId, id, openedAt, next }: Change,
    isRetry = false,
  ): Promise<SaveResult> => {
    setIsSaving(true)
    try {
      const procedure = await readNow(procedures.getProcedure, { params: { id: procedureId } })
      const theirs = procedure.triggeredEvents.find((automation) => automation.id === id)
      if (id !== null && theirs === undefined) return { state: 'gone', what: 'automation' }
      if (theirs !== undefined && openedAt !== null && theirs.updatedAt !== openedAt)
        return { state: 'conflict', theirs }
      const kept = procedure.triggeredEvents.filter(
        (automation) => automation.id !== id || next !== null,
      )
      const list = kept.map((automation) =>
        automation.id === id && next !== null ? next : asDraft(automation),
      )
      const triggeredEvents = next !== null && id === null ? [...list, next] : list
      const saved = await update({
        params: { id: procedureId },
        body: { version: procedure.version, triggeredEvents },
      })
      if (saved.error === undefined)
        return { state: 'saved', automations: saved.data.triggeredEvents }
      // Another automation of the procedure was saved meanwhile: retry once over it.
      if (isStale(toFailure(saved.error)) && !isRetry)
        return await save({ procedureId, id, openedAt, next }, true)
      return { state: 'refused' }
    } catch (error) {
      if (!isApiFailure(error)) throw error
      if (error.status === 404) return { state: 'gone', what: 'procedure' }
      const notice = changeNotice(error, {})
      if (notice !== null) dispatch(toastAdded(notice))
      return { state: 'refused' }
    } finally {
      setIsSaving(false)
    }
  }
  return { save: (change: Change) => save(change), isSaving }
}
