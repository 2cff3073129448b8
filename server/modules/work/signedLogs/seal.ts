import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { PublicKey } from '#contract/signedLog/record.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { appendToChain, lockHead, makeKey } from './chain.ts'
import { contentOf } from './content.ts'

/** Call last in the recording transaction: the head stays locked from here on. */
export async function sealPerformance(scope: Scope, id: Id<'procedureLog'>): Promise<void> {
  const { db, actor, clock } = scope
  const content = await contentOf(db, actor.companyId, id)
  await appendToChain(db, actor.companyId, [{ content, procedureLogId: id, at: clock.now() }])
}

export const isSealed = sql<boolean>`exists (select from ${tables.signedLog} as sealed
  where sealed.company_id = procedure_log.company_id
  and sealed.procedure_log_id = procedure_log.id)`

/** The log's name for the journal. Throws if it is not sealed or the actor may not see it. */
export async function sealedLog(scope: Scope, id: Id<'procedureLog'>): Promise<{ name: string }> {
  const [found] = await scope.db
    .select({ name: tables.procedure.name })
    .from(tables.procedureLog)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.procedureLog.procedureId))
    .where(scope.from.procedureLogs(eq(tables.procedureLog.id, id), isSealed))
  if (!found) throw refuseNotFound('signed log')
  return found
}

const MAX_ADDENDA = 200

export async function addAddendum(
  scope: Scope,
  id: Id<'procedureLog'>,
  { clientKey, text }: { clientKey: string; text: string },
): Promise<number> {
  const { db, actor, clock } = scope
  const { name } = await sealedLog(scope, id)
  // Locks out other writers of this company, so that the following reads stay valid.
  await lockHead(db, actor.companyId, clock.now())
  const own = await db
    .select({
      sequence: tables.signedLog.sequence,
      clientKey: tables.signedLog.clientKey,
      logId: tables.signedLog.procedureLogId,
    })
    .from(tables.signedLog)
    .where(
      ofCompany(
        tables.signedLog,
        actor.companyId,
        inArray(tables.signedLog.kind, ['addendum']),
        eq(tables.signedLog.procedureLogId, id),
      ),
    )
  const twin = own.find((one) => one.clientKey === clientKey)
  if (twin) return twin.sequence
  if (own.length >= MAX_ADDENDA)
    throw conflict('This record has as many addenda as one may have.', [
      { path: 'body.text', code: 'over', message: String(MAX_ADDENDA) },
    ])
  const [elsewhere] = await db
    .select({ sequence: tables.signedLog.sequence })
    .from(tables.signedLog)
    .where(ofCompany(tables.signedLog, actor.companyId, eq(tables.signedLog.clientKey, clientKey)))
  if (elsewhere)
    throw conflict('This addendum belongs to another record.', [
      { path: 'body.clientKey', code: 'alreadyThere', message: 'unique' },
    ])
  const at = clock.now()
  const by = await writerOf(scope)
  await scope.journal({
    entity: 'procedureLog',
    id,
    name,
    before: { addendum: null },
    after: { addendum: text },
  })
  return appendToChain(db, actor.companyId, [
    {
      content: { kind: 'addendum', logId: id, text, by, at: at.toISOString() },
      procedureLogId: id,
      clientKey,
      at,
    },
  ])
}

async function writerOf({ db, actor }: Scope) {
  if (actor.userId === null) throw new Error('Only people correct')
  const [found] = await db
    .select({
      id: tables.user.id,
      firstName: tables.user.firstName,
      lastName: tables.user.lastName,
    })
    .from(tables.user)
    .where(ofCompany(tables.user, actor.companyId, eq(tables.user.id, actor.userId)))
  if (!found) throw new Error('The writer is not there')
  return { id: found.id, name: `${found.firstName} ${found.lastName}` }
}

/** The old key signs a last record that names the new one, and is retired. */
export async function rotateKey({ db, actor, clock, journal }: Scope): Promise<PublicKey> {
  const { companyId } = actor
  const at = clock.now()
  await lockHead(db, companyId, at)
  const isPresent = ofCompany(tables.signingKey, companyId, isNull(tables.signingKey.retiredAt))
  const [old] = await db.select().from(tables.signingKey).where(isPresent)
  // Both keys are active until the old one has signed the new one in this transaction.
  const retired = await db
    .update(tables.signingKey)
    .set({ retiredAt: at })
    .where(isPresent)
    .returning({ id: tables.signingKey.id })
  const fresh = await makeKey(db, companyId, at)
  if (old && retired.length > 0)
    await appendToChain(
      db,
      companyId,
      [
        {
          content: {
            kind: 'rotation',
            at: at.toISOString(),
            key: { id: fresh.fingerprint, publicKey: fresh.publicKey },
          },
          procedureLogId: null,
          at,
        },
      ],
      old,
    )
  const [company] = await db
    .select({ name: tables.company.name })
    .from(tables.company)
    .where(eq(tables.company.id, companyId))
  await journal({
    entity: 'company',
    id: companyId,
    name: company?.name ?? '',
    before: { signingKey: old?.fingerprint ?? null },
    after: { signingKey: fresh.fingerprint },
  })
  return {
    id: fresh.fingerprint,
    publicKey: fresh.publicKey,
    activeFrom: fresh.activeFrom.toISOString(),
    retiredAt: null,
  }
}
