import { useRef, useState } from 'react'
import { procedures, type ProcedureDetail } from '#contract/procedures/procedures.ts'
import { toFailure } from '#api/http.ts'
import { isStale } from '#api/notices.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { useFetchOrNotify } from '#ui/form/useFetchOrNotify.ts'
import { draftOf, type ProcedureDraft } from './draft.ts'
import { mergeDrafts } from './mergeDrafts.ts'
import { isDirty, procedureBody } from './procedureBody.ts'

export interface Conflict {
  /** What a save would send: our changes on top of theirs. */
  mine: ProcedureDraft
  theirs: ProcedureDetail
}

export function useSaveProcedure(
  procedure: ProcedureDetail | null,
  initial: ProcedureDraft,
  restart: (draft: ProcedureDraft) => void,
  /** Version on which an interrupted, restored edit was based. */
  brought: number | undefined,
) {
  const [create, creating] = procedureCalls.useCreateProcedureMutation()
  const [update, updating] = procedureCalls.useUpdateProcedureMutation()
  const readOrTell = useFetchOrNotify()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // Not the stored version, which can change during the edit.
  const [before, setBefore] = useState(initial)
  // Version that the draft is based on. A refetch must not raise it.
  const version = useRef(brought ?? procedure?.version)

  /** Resolves to the saved procedure, or null if the server refused; notices show the reason. */
  const save = async (
    draft: ProcedureDraft,
    { what = draft, onto = version.current ?? 1 } = {},
  ): Promise<ProcedureDetail | null> => {
    setConflict(null)
    const result =
      procedure === null
        ? await create({ body: procedureBody(what) })
        : await update({
            params: { id: procedure.id },
            body: { ...procedureBody(what), version: onto },
          })
    if (result.error === undefined) {
      settle(result.data)
      return result.data
    }
    if (procedure !== null && isStale(toFailure(result.error))) await compare(procedure.id, draft)
    return null
  }
  const compare = async (id: ProcedureDetail['id'], draft: ProcedureDraft) => {
    const theirs = await readOrTell(procedures.getProcedure, { params: { id } })
    if (theirs === null) return
    const mine = mergeDrafts(before, draft, draftOf(theirs))
    if (isDirty(mine, draftOf(theirs))) setConflict({ mine, theirs })
    else settle(theirs)
  }
  const settle = (detail: ProcedureDetail) => {
    const next = draftOf(detail)
    version.current = detail.version
    setBefore(next)
    restart(next)
  }
  /** Adopts another user's save as long as nothing is changed here. */
  const follow = (detail: ProcedureDetail) => {
    if (detail.version > (version.current ?? detail.version)) settle(detail)
  }
  const takeTheirs = ({ theirs }: Conflict) => {
    settle(theirs)
    setConflict(null)
  }
  /** `draft` is kept as the local edit if the server refuses this save too. */
  const keepMine = (draft: ProcedureDraft, { mine, theirs }: Conflict) =>
    save(draft, { what: mine, onto: theirs.version })
  return {
    save,
    isSaving: creating.isLoading || updating.isLoading,
    conflict,
    forgetConflict: () => setConflict(null),
    follow,
    takeTheirs,
    keepMine,
    versionNow: () => version.current,
    before,
  }
}
