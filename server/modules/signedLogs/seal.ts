/** What is sealed: performances as they arrive, what is said of them later, and a change of key. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { PublicKey } from '#contract/signedLog/record.ts'
import { company, procedure, procedureLog, signedLog, signingKey, user } from '#db/schema/index.ts'
import { conflict, notThere } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { append, lockHead, makeKey } from './chain.ts'
import { contentOf } from './content.ts'

/** In the transaction that records it, as its last step: the head stays locked from here on. */
export async function sealPerformance(scope: Scope, id: Id<'procedureLog'>): Promise<void> {
  const { db, actor, clock } = scope
  const content = await contentOf(db, actor.companyId, id)
  await append(db, actor.companyId, [{ content, procedureLogId: id, at: clock.now() }])
}

/** Over logs, by the table's own name: those that were sealed. */
export const isSealed = sql<boolean>`exists (select from ${signedLog} as sealed
  where sealed.company_id = procedure_log.company_id
  and sealed.procedure_log_id = procedure_log.id)`

/** The log's name for the journal, where it is sealed and the actor may see it. */
export async function sealedLog(scope: Scope, id: Id<'procedureLog'>): Promise<{ name: string }> {
  const [found] = await scope.db
    .select({ name: procedure.name })
    .from(procedureLog)
    .innerJoin(procedure, joinOn(procedure, procedureLog.procedureId))
    .where(scope.from.procedureLogs(eq(procedureLog.id, id), isSealed))
  if (!found) throw notThere('signed log')
  return found
}

/** A record grows by a sentence now and then; one that grows for ever is not read by anyone. */
const MAX_ADDENDA = 200

export async function addAddendum(
  scope: Scope,
  id: Id<'procedureLog'>,
  { clientKey, text }: { clientKey: string; text: string },
): Promise<number> {
  const { db, actor, clock } = scope
  const { name } = await sealedLog(scope, id)
  // From here on nobody else seals in this company, so what is looked up stays true.
  await lockHead(db, actor.companyId, clock.now())
  const own = await db
    .select({
      sequence: signedLog.sequence,
      clientKey: signedLog.clientKey,
      logId: signedLog.procedureLogId,
    })
    .from(signedLog)
    .where(
      and(
        eq(signedLog.companyId, actor.companyId),
        inArray(signedLog.kind, ['addendum']),
        eq(signedLog.procedureLogId, id),
      ),
    )
  const twin = own.find((one) => one.clientKey === clientKey)
  if (twin) return twin.sequence
  if (own.length >= MAX_ADDENDA)
    throw conflict('This record has as many addenda as one may have.', [
      { path: 'body.text', code: 'over', message: String(MAX_ADDENDA) },
    ])
  const [elsewhere] = await db
    .select({ sequence: signedLog.sequence })
    .from(signedLog)
    .where(and(eq(signedLog.companyId, actor.companyId), eq(signedLog.clientKey, clientKey)))
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
  return append(db, actor.companyId, [
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
    .select({ id: user.id, firstName: user.firstName, lastName: user.lastName })
    .from(user)
    .where(and(eq(user.companyId, actor.companyId), eq(user.id, actor.userId)))
  if (!found) throw new Error('The writer is not there')
  return { id: found.id, name: `${found.firstName} ${found.lastName}` }
}

/** The old key's last word names the new one; then it signs no more. */
export async function rotateKey({ db, actor, clock, journal }: Scope): Promise<PublicKey> {
  const { companyId } = actor
  const at = clock.now()
  await lockHead(db, companyId, at)
  const isPresent = and(eq(signingKey.companyId, companyId), isNull(signingKey.retiredAt))
  const [old] = await db.select().from(signingKey).where(isPresent)
  // Both at once for a moment inside this transaction: the old one vouches, so it retires after.
  const retired = await db
    .update(signingKey)
    .set({ retiredAt: at })
    .where(isPresent)
    .returning({ id: signingKey.id })
  const fresh = await makeKey(db, companyId, at)
  if (old && retired.length > 0)
    await append(
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
  const [home] = await db
    .select({ name: company.name })
    .from(company)
    .where(eq(company.id, companyId))
  await journal({
    entity: 'company',
    id: companyId,
    name: home?.name ?? '',
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
