/** Costs of tickets. Every caller holds the right to see costs; the endpoints require it. */
import { desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { decimalsOf, fitsCurrency } from '#contract/rules/money.ts'
import {
  costFileMimes,
  MAX_COSTS,
  type ticketCostCalls as contract,
} from '#contract/ticketWork/ticketCosts.ts'
import * as tables from '#db/schema/index.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { named } from '#kernel/events/journal.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { pricedParts } from '../inventory/index.ts'
import { currencyOf, lockedTicket, refuseOtherDay, seenTicket } from '../workTime/index.ts'

const cost = tables.ticketCost
type Answer = z.input<typeof contract.getTicketCosts.response>
type Facts = Omit<z.output<typeof contract.addCost.body>, 'clientKey'>

/** Throws 409 if the company has no currency, 400 if the amount has more decimals than it. */
export async function requireFits(scope: Scope, amount: number, path: string): Promise<string> {
  const currency = await currencyOf(scope)
  if (currency === null)
    throw conflict('The company has not chosen a currency.', [
      { path, code: 'noCurrency', message: 'currency' },
    ])
  if (!fitsCurrency(amount, currency))
    throw badInput(path, 'tooPrecise', String(decimalsOf(currency)))
  return currency
}

const selectCosts = ({ db }: Scope) =>
  db
    .select({ cost, orgEntity: tables.orgEntity, file: tables.file, by: tables.user })
    .from(cost)
    .innerJoin(tables.user, joinOn(tables.user, cost.addedBy))
    .leftJoin(tables.orgEntity, joinOn(tables.orgEntity, cost.orgEntityId))
    .leftJoin(tables.file, joinOn(tables.file, cost.fileId))

export async function costsOf(scope: Scope, ticketId: Id<'ticket'>): Promise<Answer> {
  await seenTicket(scope, ticketId)
  const ofTicket = ofCompany(cost, scope.actor.companyId, eq(cost.ticketId, ticketId))
  const rows = await selectCosts(scope)
    .where(ofTicket)
    .orderBy(desc(cost.day), desc(cost.id))
    .limit(MAX_COSTS)
  const currency = await currencyOf(scope)
  const parts = await pricedParts(scope, ticketId, decimalsOf(currency ?? ''))
  // Decimals are added by the database, which does not round them.
  const { rows: sums } = await scope.db.execute<Record<'costs' | 'parts' | 'all', number>>(
    sql`select costs::float8 as costs, parts::float8 as parts, (costs + parts)::float8 as "all"
      from (select coalesce((select sum(${cost.amount}) from ${cost} where ${ofTicket}), 0) as costs,
        ${parts.total}::numeric as parts) as sums`,
  )
  const [sum] = sums
  return {
    ticketId,
    currency,
    costs: rows.map(({ cost: row, orgEntity, file, by }) => ({
      id: row.id,
      day: row.day,
      amount: row.amount,
      text: row.text,
      orgEntity: orgEntity && { id: orgEntity.id, name: orgEntity.name },
      file: file && { id: file.id, name: file.name, mime: file.mime },
      addedBy: `${by.firstName} ${by.lastName}`,
      version: row.version,
    })),
    parts: parts.rows,
    costTotal: sum?.costs ?? 0,
    partsTotal: sum?.parts ?? 0,
    total: sum?.all ?? 0,
  }
}

async function oneCost(scope: Scope, id: Id<'ticketCost'>) {
  const [found] = await selectCosts(scope).where(
    ofCompany(cost, scope.actor.companyId, eq(cost.id, id)),
  )
  if (!found) throw refuseNotFound('cost')
  return { ...found, ticket: await seenTicket(scope, found.cost.ticketId) }
}
type Found = Omit<Awaited<ReturnType<typeof oneCost>>, 'ticket'>

const readable = ({ cost: row, orgEntity, file }: Found) => ({
  costDay: row.day,
  costAmount: row.amount,
  costText: row.text,
  orgEntity: named('orgEntity', orgEntity),
  costFile: file?.name ?? null,
})

async function checkFacts(scope: Scope, { amount, orgEntityId }: Facts): Promise<void> {
  await requireFits(scope, amount, 'body.amount')
  await requireRows(
    scope,
    tables.orgEntity,
    orgEntityId == null ? [] : [orgEntityId],
    'organisation entity',
    'body.orgEntityId',
  )
}

/** Attaches an own new upload. One statement, so that two calls cannot both take it. */
async function keepFile({ db, actor, clock }: Scope, fileId: Id<'file'>): Promise<void> {
  if (actor.userId === null) throw new Error('Only people upload')
  const [kept] = await db
    .update(tables.file)
    .set({ keptAt: clock.now() })
    .where(
      ofCompany(
        tables.file,
        actor.companyId,
        eq(tables.file.id, fileId),
        eq(tables.file.uploadedBy, actor.userId),
        isNull(tables.file.keptAt),
      ),
    )
    .returning({ mime: tables.file.mime })
  if (kept === undefined) throw refuseNotFound('file', 'body.fileId')
  if (!costFileMimes.some((mime) => mime === kept.mime))
    throw badInput('body.fileId', 'notACostFile', 'The file of a cost is a PDF or a picture.')
}

/** Its bytes are removed with other uploads that nothing keeps. */
const releaseFile = ({ db, actor }: Scope, fileId: Id<'file'>) =>
  db
    .update(tables.file)
    .set({ keptAt: null })
    .where(ofCompany(tables.file, actor.companyId, eq(tables.file.id, fileId)))

export async function addCost(
  scope: Scope,
  ticketId: Id<'ticket'>,
  { clientKey, ...facts }: z.output<typeof contract.addCost.body>,
): Promise<void> {
  const { db, actor, clock } = scope
  scope.must('editor|tickets')
  const ticket = await lockedTicket(scope, ticketId)
  if (clientKey !== undefined) {
    const sent = await db
      .select({ id: cost.id })
      .from(cost)
      .where(ofCompany(cost, actor.companyId, eq(cost.clientKey, clientKey)))
    if (sent.length > 0) return
  }
  refuseOtherDay(scope, ticket, facts.day)
  await checkFacts(scope, facts)
  const [own] = await db
    .select({ count })
    .from(cost)
    .where(ofCompany(cost, actor.companyId, eq(cost.ticketId, ticketId)))
  if ((own?.count ?? 0) >= MAX_COSTS)
    throw conflict('A ticket has so many costs at most.', [
      { path: 'id', code: 'tooManyCosts', message: String(MAX_COSTS) },
    ])
  if (facts.fileId != null) await keepFile(scope, facts.fileId)
  if (actor.userId === null) throw new Error('Only people add costs')
  const [made] = await db
    .insert(cost)
    .values({
      companyId: actor.companyId,
      ticketId,
      day: facts.day,
      amount: facts.amount,
      text: facts.text,
      orgEntityId: facts.orgEntityId ?? null,
      fileId: facts.fileId ?? null,
      addedBy: actor.userId,
      clientKey,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    })
    .returning({ id: cost.id })
  if (made === undefined) throw new Error('The cost was not kept')
  await scope.journal({
    entity: 'ticketCost',
    id: ticketId,
    name: ticket.title,
    before: {},
    after: readable(await oneCost(scope, made.id)),
  })
}

export async function updateCost(
  scope: Scope,
  id: Id<'ticketCost'>,
  { version, ...facts }: z.output<typeof contract.updateCost.body>,
): Promise<Id<'ticket'>> {
  scope.must('editor|tickets')
  const before = await oneCost(scope, id)
  await refuseStale(version, before.cost, () => costsOf(scope, before.ticket.id))
  if (facts.day !== before.cost.day) refuseOtherDay(scope, before.ticket, facts.day)
  await checkFacts(scope, facts)
  const fileId = facts.fileId === undefined ? before.cost.fileId : facts.fileId
  if (fileId !== null && fileId !== before.cost.fileId) await keepFile(scope, fileId)
  await writeVersioned(scope, cost, {
    id,
    version,
    set: {
      day: facts.day,
      amount: facts.amount,
      text: facts.text,
      orgEntityId: facts.orgEntityId === undefined ? before.cost.orgEntityId : facts.orgEntityId,
      fileId,
    },
  })
  if (before.cost.fileId !== null && fileId !== before.cost.fileId)
    await releaseFile(scope, before.cost.fileId)
  await scope.journal({
    entity: 'ticketCost',
    id: before.ticket.id,
    name: before.ticket.title,
    before: readable(before),
    after: readable(await oneCost(scope, id)),
  })
  return before.ticket.id
}

export async function deleteCost(scope: Scope, id: Id<'ticketCost'>): Promise<Id<'ticket'>> {
  scope.must('editor|tickets')
  const before = await oneCost(scope, id)
  await scope.db.delete(cost).where(ofCompany(cost, scope.actor.companyId, eq(cost.id, id)))
  if (before.cost.fileId !== null) await releaseFile(scope, before.cost.fileId)
  await scope.journal({
    entity: 'ticketCost',
    id: before.ticket.id,
    name: before.ticket.title,
    before: readable(before),
    after: {},
  })
  return before.ticket.id
}

/** Which files the right to see costs opens. */
export const isFileOfVisibleCost = ({ from, can }: Scope) =>
  can('viewer|costs')
    ? sql`exists (select from ${cost} join ${tables.ticket}
        on ${tables.ticket.companyId} = ${cost.companyId} and ${tables.ticket.id} = ${cost.ticketId}
        where ${cost.fileId} = ${tables.file.id}
        and ${from.tickets(eq(cost.companyId, tables.file.companyId))})`
    : sql`false`
