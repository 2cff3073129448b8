import { inArray, or } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

const ref = (id: number) => ({ kind: 'equipment' as const, id })

export async function detachFellows(
  scope: Scope,
  given: readonly Id<'equipment'>[],
): Promise<void> {
  const { db, actor } = scope
  const ids = [...given]
  const gone = await db
    .delete(tables.fellow)
    .where(
      ofCompany(
        tables.fellow,
        actor.companyId,
        or(inArray(tables.fellow.equipmentId, ids), inArray(tables.fellow.ownerId, ids)),
      ),
    )
    .returning({ equipmentId: tables.fellow.equipmentId, ownerId: tables.fellow.ownerId })
  if (gone.length === 0) return
  await journalOwners(
    scope,
    gone.map(({ equipmentId, ownerId }) => ({ equipmentId, before: ownerId, after: null })),
  )
  scope.changed('Fellow')
}

interface Belonged {
  equipmentId: Id<'equipment'>
  before: Id<'equipment'> | null
  after: Id<'equipment'> | null
}

export async function journalOwners(scope: Scope, all: readonly Belonged[]): Promise<void> {
  const ids = all.flatMap(({ equipmentId, before, after }) => [equipmentId, before, after])
  const rows = await scope.db
    .select({ id: tables.equipment.id, name: tables.equipment.name })
    .from(tables.equipment)
    .where(
      ofCompany(
        tables.equipment,
        scope.actor.companyId,
        inArray(
          tables.equipment.id,
          ids.filter((id) => id !== null),
        ),
      ),
    )
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  const entry = (id: Id<'equipment'>, before: object, after: object) => ({
    entity: 'equipment' as const,
    id,
    name: nameOf.get(id) ?? '',
    before,
    after,
  })
  await scope.journal(
    ...all.flatMap(({ equipmentId, before, after }) => [
      entry(
        equipmentId,
        { owner: before === null ? null : ref(before) },
        { owner: after === null ? null : ref(after) },
      ),
      ...(before === null ? [] : [entry(before, { fellow: ref(equipmentId) }, { fellow: null })]),
      ...(after === null ? [] : [entry(after, { fellow: null }, { fellow: ref(equipmentId) })]),
    ]),
  )
}
