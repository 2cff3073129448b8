/** Saves through the automation's procedure, with its whole list (spec section 7). */
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import {
  automations,
  type Automation,
  type AutomationDraft,
} from '#contract/automation/automation.ts'
import { automationCalls } from '#entities/automations/calls.ts'
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

/** Saves a rule that belongs to no procedure. */
function useSaveOfEvent() {
  const readNow = useFetchNow()
  const [create] = automationCalls.useCreateAutomationMutation()
  const [update] = automationCalls.useUpdateAutomationMutation()
  const [remove] = automationCalls.useDeleteAutomationMutation()
  return async ({ id, openedAt, next }: Omit<Change, 'procedureId'>): Promise<SaveResult> => {
    if (next === null) {
      const gone = await remove({ params: { id: id ?? 0 } })
      return gone.error === undefined
        ? { state: 'saved', automations: [] }
        : resultOf(toFailure(gone.error))
    }
    const { id: _id, ...body } = next
    const saved =
      id === null
        ? await create({ body })
        : await update({
            params: { id },
            body: { ...body, ...(openedAt !== null && { updatedAt: openedAt }) },
          })
    if (saved.error === undefined) return { state: 'saved', automations: [saved.data] }
    const failure = toFailure(saved.error)
    if (id === null || !isStale(failure)) return resultOf(failure)
    return {
      state: 'conflict',
      theirs: await readNow(automations.getAutomation, { params: { id } }),
    }
  }
}

const resultOf = ({ status }: { status: number | null }): SaveResult =>
  status === 404 ? { state: 'gone', what: 'automation' } : { state: 'refused' }

/** `openedAt`: the last change known to this screen. A later change is a conflict. */
interface Change {
  /** Null for a rule that begins with another event. */
  procedureId: number | null
  id: number | null
  openedAt: string | null
  next: AutomationDraft | null
}

export function useSaveSentence() {
  const readNow = useFetchNow()
  const dispatch = useDispatch()
  const [update] = procedureCalls.useUpdateProcedureMutation()
  const saveOfEvent = useSaveOfEvent()
  const [isSaving, setIsSaving] = useState(false)

  /** Null in `next` deletes. Fetches the list first, to keep other automations as they are now. */
  const save = async (
    { procedureId, id, openedAt, next }: Change,
    isRetry = false,
  ): Promise<SaveResult> => {
    setIsSaving(true)
    try {
      if (procedureId === null) return await saveOfEvent({ id, openedAt, next })
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
      if (error.status === 404)
        return { state: 'gone', what: procedureId === null ? 'automation' : 'procedure' }
      const notice = changeNotice(error, {})
      if (notice !== null) dispatch(toastAdded(notice))
      return { state: 'refused' }
    } finally {
      setIsSaving(false)
    }
  }
  return { save: (change: Change) => save(change), isSaving }
}
