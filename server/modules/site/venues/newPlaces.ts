import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { hasVisible } from '#contract/rules/visible.ts'
import type { venuePlans as contract } from '#contract/venue/venuePlans.ts'
import { truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { createAll, type Draft as PlaceDraft } from '../../foundation/locations/index.ts'

type Draft = Omit<z.output<typeof contract.updateFloorPlan.body>, 'version'>
type Plan = z.input<typeof contract.getFloorPlan.response>

interface Places {
  /** Undefined keeps the current location. */
  ofFloor: Id<'location'> | null | undefined
  ofRooms: (Id<'location'> | null | undefined)[]
}

export async function placesFor(scope: Scope, draft: Draft, before: Plan | null): Promise<Places> {
  await mustBeSeen(scope, draft)
  const shown = new Map(before?.rooms.map(({ id, location }) => [id, location]))
  const wanted = draft.rooms.map(
    ({ makesLocation, locationId }) => makesLocation === true && locationId === null,
  )
  const made = await make(
    scope,
    draft,
    draft.rooms.filter((_room, index) => wanted[index] === true),
  )
  return {
    ofFloor: chosen(draft.locationId, before === null || before.location !== null),
    ofRooms: draft.rooms.map((one, index) =>
      wanted[index] === true
        ? made.shift()
        : chosen(one.locationId, one.id === null || (shown.get(one.id) ?? null) !== null),
    ),
  }
}

/** A caller who may not see the location reads null; sending null back must not clear it. */
const chosen = (id: Id<'location'> | null, isShown: boolean) =>
  id === null && !isShown ? undefined : id

async function mustBeSeen({ db, from }: Scope, draft: Draft): Promise<void> {
  const named = [draft.locationId, ...draft.rooms.map(({ locationId }) => locationId)]
  const ids = [...new Set(named.flatMap((id) => id ?? []))]
  if (ids.length === 0) return
  const seen = new Set(
    (
      await db
        .select({ id: tables.location.id })
        .from(tables.location)
        .where(from.locations(inArray(tables.location.id, ids)))
    ).map(({ id }) => id),
  )
  if (draft.locationId !== null && !seen.has(draft.locationId))
    throw refuseNotFound('location', 'body.locationId')
  const index = draft.rooms.findIndex(
    ({ locationId }) => locationId !== null && !seen.has(locationId),
  )
  if (index >= 0) throw refuseNotFound('location', `body.rooms.${index}.locationId`)
}

async function make(scope: Scope, draft: Draft, rooms: Draft['rooms']): Promise<Id<'location'>[]> {
  const { newLocationTypeId: typeId } = draft
  if (rooms.length === 0) return []
  if (typeId === null)
    throw badInput('body.newLocationTypeId', 'required', 'New places need a type.')
  const drafts = rooms.map((one): PlaceDraft => ({
    name: placeName(one),
    typeId,
    parentId: draft.locationId,
  }))
  return (await createAll(scope, drafts)).map((row) => row.location.id)
}

function placeName({ name, code }: Draft['rooms'][number]): string {
  const parts = [code ?? '', name].map((part) => part.trim()).filter(hasVisible)
  return truncate((parts[0] === parts[1] ? parts.slice(1) : parts).join(' '), 200) || '—'
}
