/** Saves the plan. A conflict keeps everything and shows both versions. */
import { useState } from 'react'
import { venuePlans, type FloorPlan } from '#contract/venue/venuePlans.ts'
import { isApiFailure } from '#api/http.ts'
import { isStale } from '#api/notices.ts'
import { useFetchOrNotify } from '#ui/form/useFetchOrNotify.ts'
import { planCalls } from './calls.ts'
import { planBody } from './drawing/convert.ts'
import { sheetOf } from './drawing/frame.ts'
import type { Plan } from './drawing/plan.ts'
import type { Sketch } from './planDraft.ts'

export interface Target {
  floorId: number | null
  buildingId: number | null
}

export function useSavePlan({ floorId, buildingId }: Target) {
  const [create, creating] = planCalls.useCreateFloorPlanMutation()
  const [update, updating] = planCalls.useUpdateFloorPlanMutation()
  const readOrTell = useFetchOrNotify()
  const [conflict, setConflict] = useState<FloorPlan | null>(null)

  async function save({ plan, frame, version, buildingName }: Sketch): Promise<FloorPlan | null> {
    const body = planBody(plan, sheetOf(frame))
    try {
      const saved =
        floorId === null || version === null
          ? await create({
              body: {
                ...body,
                buildingId,
                ...(buildingId === null && { buildingName: buildingName.trim() }),
              },
            }).unwrap()
          : await update({ params: { id: floorId }, body: { ...body, version } }).unwrap()
      setConflict(null)
      return saved
    } catch (error) {
      if (!isApiFailure(error)) throw error
      if (isStale(error) && floorId !== null)
        setConflict(await readOrTell(venuePlans.getFloorPlan, { params: { id: floorId } }))
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

/** Rebases onto another person's save: rooms that they deleted become new. */
export const rebasePlan = (plan: Plan, { rooms }: FloorPlan): Plan => {
  const there = new Set<number | null>(rooms.map(({ id }) => id))
  return {
    ...plan,
    rooms: plan.rooms.map((room) => (there.has(room.id) ? room : { ...room, id: null })),
  }
}

export type Lack = 'floorName' | 'buildingName' | 'rooms' | 'placeType'

/** The first missing field. Null if complete. */
export function firstMissingField(
  { plan, buildingName }: Sketch,
  { buildingId }: Target,
): Lack | null {
  if (plan.name.trim() === '' || plan.shortName.trim() === '') return 'floorName'
  if (buildingId === null && buildingName.trim() === '') return 'buildingName'
  if (plan.rooms.length === 0 && plan.outline === null) return 'rooms'
  const makes = plan.rooms.some(({ makesPlace, place }) => makesPlace && place === null)
  return makes && plan.placeTypeId === null ? 'placeType' : null
}
