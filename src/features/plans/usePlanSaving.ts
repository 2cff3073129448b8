import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { FloorPlan } from '#contract/venue/venuePlans.ts'
import { useClaims } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { useLeaveGuard } from '#ui/dialog/leaving/useLeaveGuard.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import type { Plan } from './drawing/plan.ts'
import { impossibleIn, type Impossible } from './impossible.ts'
import { dropSketch, type Sketch } from './planDraft.ts'
import { useKeptSketch } from './useKeptSketch.ts'
import type { PlanDocument } from './usePlanDocument.ts'
import type { PointerTools } from './usePointerTools.ts'
import { firstMissingField, useSavePlan, type Lack, type Target } from './useSavePlan.ts'

interface Order {
  target: Target
  document: PlanDocument
  pointer: PointerTools
  draftKey: string
  isJustSaved: boolean
  onLack(lack: Lack): void
  onImpossible(fault: Impossible): void
  /** An existing floor was saved. A new floor navigates instead. */
  onSaved(floor: FloorPlan): void
}

export function usePlanSaving(order: Order) {
  const { target, document, pointer, draftKey } = order
  const { sketch, base, isDirty, drawing } = document
  const { t } = useTranslation('plans')
  const navigate = useNavigate()
  const claims = useClaims()
  const confirm = useConfirm()
  const [lack, setLack] = useState<Lack | null>(null)
  const [impossible, setImpossible] = useState<{ of: Plan; faults: Impossible[] } | null>(null)
  const [isSaved, setIsSaved] = useState(order.isJustSaved)
  const { save: send, isSaving, conflict, forgetConflict } = useSavePlan(target)
  const isKept = useKeptSketch(claims, draftKey, isDirty ? sketch : null)
  const leaveFreely = useLeaveGuard(
    (isDirty || pointer.isUnfinished) && !isSaving,
    pointer.isUnfinished
      ? { hint: t('unfinishedLeave'), isKept: false }
      : isKept
        ? { hint: t('keptLeave'), isKept }
        : undefined,
  )

  async function isInTheWay(what: Sketch): Promise<boolean> {
    const missing = firstMissingField(what, target)
    setLack(missing)
    if (missing !== null) {
      order.onLack(missing)
      return true
    }
    const faults = impossibleIn(what.plan, base.plan)
    setImpossible({ of: what.plan, faults })
    const [first] = faults
    if (first !== undefined) {
      drawing.choose(first.keys)
      order.onImpossible(first)
      return true
    }
    if (!pointer.isUnfinished) return false
    // An unfinished shape is not part of the plan, so dropping it needs a confirmation.
    return !(await confirm({
      title: t('unfinishedTitle'),
      hint: t('unfinishedHint'),
      okText: t('saveWithout'),
    }))
  }
  function leaveSketch(): void {
    if (claims !== null) dropSketch(claims, draftKey)
  }
  return {
    isSaving,
    conflict,
    forgetConflict,
    lack,
    /** Faults of the saved plan only; later changes are checked at the save. */
    impossible: impossible?.of === sketch.plan ? impossible.faults : [],
    isSaved,
    setIsSaved,
    async save(what: Sketch = sketch): Promise<void> {
      setIsSaved(false)
      if (await isInTheWay(what)) return
      pointer.forget()
      const saved = await send(what)
      if (saved === null) return
      leaveSketch()
      if (target.floorId === null) {
        leaveFreely()
        await navigate(pathTo('floorPlan', { floorId: saved.id }, { saved: 1 }), { replace: true })
        return
      }
      order.onSaved(saved)
      setIsSaved(true)
    },
    async leaveDeleted(): Promise<void> {
      leaveSketch()
      leaveFreely()
      await navigate(pathTo('mapping'), { replace: true })
    },
  }
}
