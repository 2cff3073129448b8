import type { JournalEntity } from '#contract/journal/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Change, Readable } from './journal.ts'

export interface Journaled<R, E extends JournalEntity> {
  entity: E
  nameOf: (row: R) => string
  fieldsOf: (row: R) => Readable<E>
}

/** `before` is null on creation, `after` on deletion. */
export async function journalChange<R extends { id: number }, E extends JournalEntity>(
  scope: Pick<Scope, 'journal'>,
  { entity, nameOf, fieldsOf }: Journaled<R, E>,
  before: R | null,
  after: R | null,
): Promise<void> {
  const row = after ?? before
  if (row === null) return
  await scope.journal({
    entity,
    id: row.id,
    name: nameOf(row),
    before: before && fieldsOf(before),
    after: after && fieldsOf(after),
  } as Change)
}
