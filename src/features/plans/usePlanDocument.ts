import { useMemo, useState } from 'react'
import type { FloorPlan } from '#contract/venue/venuePlans.ts'
import { planFrom } from './drawing/convert.ts'
import { frameAlong, sheetOf, type Frame } from './drawing/frame.ts'
import type { Plan, PlanPicture } from './drawing/plan.ts'
import type { Sketch } from './planDraft.ts'
import { useDrawing } from './useDrawing.ts'

export type PlanDocument = ReturnType<typeof usePlanDocument>

export function usePlanDocument(begun: Sketch, kept: Sketch | null) {
  const first = kept ?? begun
  const drawing = useDrawing(first.plan)
  const { plan } = drawing
  const [base, setBase] = useState(begun)
  const [frame, setFrame] = useState(first.frame)
  const [version, setVersion] = useState(first.version)
  const [buildingName, setBuildingName] = useState(first.buildingName)
  const [isRestored, setIsRestored] = useState(kept !== null)
  const sketch = useMemo(
    (): Sketch => ({ plan, frame, version, buildingName }),
    [plan, frame, version, buildingName],
  )

  function restart(from: Sketch): void {
    setBase(from)
    setFrame(from.frame)
    setVersion(from.version)
    setBuildingName(from.buildingName)
    setIsRestored(false)
    drawing.restart(from.plan)
  }
  return {
    drawing,
    base,
    sketch,
    isDirty: plan !== base.plan || buildingName !== base.buildingName,
    isRestored,
    setBuildingName,
    /** Starts again from the server's plan, and returns it. */
    begin(floor: FloorPlan): Plan {
      const next = frameAlong(floor.outline)
      const drawn = planFrom(floor, sheetOf(next))
      // new locations keep the chosen type
      const from = { ...drawn, placeTypeId: plan.placeTypeId }
      restart({ plan: from, frame: next, version: floor.version, buildingName: '' })
      return from
    },
    discard: () => restart(begun),
    align(picture: PlanPicture, next: Frame): void {
      setFrame(next)
      drawing.act({ do: 'alignPicture', picture })
    },
  }
}
