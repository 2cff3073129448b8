import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { replacement as contract } from '#contract/replacement.ts'
import * as tables from '#db/schema/index.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'

const { equipment } = tables

/** Plans the year of replacement by hand. A note without a year is kept. */
export async function planReplacement(
  scope: Scope,
  id: Id<'equipment'>,
  { year, note, version }: z.output<typeof contract.planReplacement.body>,
): Promise<{ version: number }> {
  const [before] = await scope.db
    .select({
      id: equipment.id,
      name: equipment.name,
      version: equipment.version,
      replaceIn: equipment.replaceIn,
      replaceNote: equipment.replaceNote,
    })
    .from(equipment)
    .where(scope.from.equipment(eq(equipment.id, id)))
  if (before === undefined) throw refuseNotFound('equipment', 'params.id')
  await refuseStale(version, before)
  const text = note === null || note.trim() === '' ? null : note.trim()
  const set = { replaceIn: year, replaceNote: text }
  const written = await writeVersioned(scope, equipment, { id, version, set })
  const { name, replaceIn, replaceNote } = before
  await scope.journal({
    entity: 'equipment',
    id,
    name,
    before: { replaceIn, replaceNote },
    after: set,
  })
  scope.changed({ type: 'Equipment', id }, 'Equipment')
  return { version: written.version }
}
