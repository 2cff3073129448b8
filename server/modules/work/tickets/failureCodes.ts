/** Lists of problems, causes and remedies of ticket types. */
import { asc, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { FailureKind } from '#contract/rules/closing.ts'
import type { FailureCodeDraft } from '#contract/ticketClosing.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'

export type Code = Pick<
  typeof tables.failureCode.$inferSelect,
  'id' | 'kind' | 'name' | 'isRetired'
>

/** In their order, by ticket type. */
export async function codesByType(
  { db, actor }: Pick<Scope, 'db' | 'actor'>,
  typeIds: readonly number[],
): Promise<ReadonlyMap<number, Code[]>> {
  if (typeIds.length === 0) return new Map()
  const found = await db
    .select()
    .from(tables.failureCode)
    .where(
      ofCompany(
        tables.failureCode,
        actor.companyId,
        isAnyId(tables.failureCode.ticketTypeId, typeIds),
      ),
    )
    .orderBy(
      asc(tables.failureCode.isRetired),
      asc(tables.failureCode.position),
      asc(tables.failureCode.id),
    )
  const codes = found.map(({ id, kind, name, isRetired, ticketTypeId }) => ({
    ticketTypeId,
    code: { id, kind, name, isRetired },
  }))
  return new Map(
    [...groupBy(codes, ({ ticketTypeId }): number => ticketTypeId)].map(([id, some]) => [
      id,
      some.map(({ code }) => code),
    ]),
  )
}

const isUsed = sql`exists (select from ${tables.ticket}
  where ${tables.ticket.companyId} = ${tables.failureCode.companyId}
  and ${tables.failureCode.id} in (${tables.ticket.problemId}, ${tables.ticket.causeId}, ${tables.ticket.remedyId}))`

/** Makes the stored lists equal to `wanted`. A missing value that tickets have is retired. */
export async function saveCodes(
  scope: Scope,
  typeId: Id<'ticketType'>,
  wanted: readonly FailureCodeDraft[],
): Promise<void> {
  const { db, actor, clock } = scope
  const { companyId } = actor
  const before = (await codesByType(scope, [typeId])).get(typeId) ?? []
  for (const [place, { id, kind }] of wanted.entries())
    if (id !== null && !before.some((code) => code.id === id && code.kind === kind))
      throw refuseNotFound('value of this list', `body.failureCodes.${place}.id`)
  const gone = before.filter((code) => !wanted.some(({ id }) => id === code.id))
  if (gone.length > 0) {
    const isGone = isAnyId(
      tables.failureCode.id,
      gone.map(({ id }) => id),
    )
    await db
      .delete(tables.failureCode)
      .where(ofCompany(tables.failureCode, companyId, isGone, sql`not ${isUsed}`))
    await db
      .update(tables.failureCode)
      .set({ isRetired: true, ...nextVersion(tables.failureCode, clock.now()) })
      .where(ofCompany(tables.failureCode, companyId, isGone))
  }
  const placed = wanted.map((code, position) => ({ ...code, position }))
  const added = placed.filter(({ id }) => id === null)
  if (added.length > 0)
    await db.insert(tables.failureCode).values(
      added.map(({ kind, name, isRetired, position }) => ({
        companyId,
        ticketTypeId: typeId,
        kind,
        name,
        isRetired,
        position,
        createdAt: clock.now(),
        updatedAt: clock.now(),
      })),
    )
  const kept = placed.filter(({ id }) => id !== null)
  if (kept.length > 0)
    await db
      .update(tables.failureCode)
      .set({
        name: sql`given.name`,
        isRetired: sql`given.is_retired`,
        position: sql`given.position`,
        ...nextVersion(tables.failureCode, clock.now()),
      })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(
          kept.map(({ id, name, isRetired, position }) => ({
            id,
            name,
            is_retired: isRetired,
            position,
          })),
        )}::jsonb) as given(id int, name text, is_retired boolean, position int)`,
      )
      .where(ofCompany(tables.failureCode, companyId, sql`${tables.failureCode.id} = given.id`))
}

/** Names that are offered, for the journal. */
export const offeredNames = (codes: readonly Code[], of: FailureKind): string[] =>
  codes.filter(({ kind, isRetired }) => kind === of && !isRetired).map(({ name }) => name)
