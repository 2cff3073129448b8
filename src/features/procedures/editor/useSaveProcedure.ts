/** Saving a procedure: a new one, a changed one, and one that somebody else changed first (409). */
import { useRef, useState } from 'react'
import { procedures, type ProcedureDetail } from '#contract/procedures'
import { toFailure } from '../../../api/http.ts'
import { isStale } from '../../../api/notices.ts'
import { procedureCalls } from '../../../entities/calls.ts'
import { useReadOrTell } from '../../../ui/useReadOrTell.ts'
import { draftOf, type ProcedureDraft } from './draft.ts'
import { toSave } from './toSave.ts'

export function useSaveProcedure(
  procedure: ProcedureDetail | null,
  initial: ProcedureDraft,
  restart: (draft: ProcedureDraft) => void,
  /** The version that what was interrupted began with. */
  brought: number | undefined,
) {
  const [create, creating] = procedureCalls.useCreateProcedureMutation()
  const [update, updating] = procedureCalls.useUpdateProcedureMutation()
  const readOrTell = useReadOrTell()
  const [conflict, setConflict] = useState<ProcedureDetail | null>(null)
  const [saved, setSaved] = useState<ProcedureDraft | null>(null)
  // The version this draft began with: what others save meanwhile must not slip under it.
  const version = useRef(brought ?? procedure?.version)

  /** Answers the saved procedure, or null when it was refused; the notices say why. */
  const save = async (draft: ProcedureDraft, onTopOf?: number): Promise<ProcedureDetail | null> => {
    setConflict(null)
    const result =
      procedure === null
        ? await create({ body: toSave(draft) })
        : await update({
            params: { id: procedure.id },
            body: { ...toSave(draft), version: onTopOf ?? version.current ?? 1 },
          })
    if (result.error === undefined) {
      settle(result.data)
      return result.data
    }
    if (procedure !== null && isStale(toFailure(result.error)))
      setConflict(await readOrTell(procedures.getProcedure, { params: { id: procedure.id } }))
    return null
  }
  const settle = (detail: ProcedureDetail) => {
    const next = draftOf(detail)
    version.current = detail.version
    setSaved(next)
    restart(next)
  }
  const takeTheirs = () => {
    if (conflict !== null) settle(conflict)
    setConflict(null)
  }
  return {
    save,
    isSaving: creating.isLoading || updating.isLoading,
    conflict,
    forgetConflict: () => setConflict(null),
    takeTheirs,
    versionNow: () => version.current,
    /** What the draft is compared with to know whether something is unsaved. */
    before: saved ?? initial,
  }
}
