/** Saved views of the ticket list. */
import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { ticketQuestion } from '#contract/rules/ticketFilters.ts'
import { MAX_VIEW_COUNT, MAX_VIEWS, RESTORE_VIEW_HOURS } from '#contract/ticketViewBounds.ts'
import type { ticketViews as contract } from '#contract/ticketViews.ts'
import { tickets } from '#contract/tickets.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, intArray, isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { ticketsWhere } from './listWhere.ts'
import { missingIn, refuseMissing } from './viewNames.ts'

type Shown = z.input<typeof contract.createTicketView.response>
interface Selected {
  view: typeof tables.ticketView.$inferSelect
  isDefault: boolean
}

/** The right to share views, and to change shared ones. */
const SHARES = 'editor|management'
const { ticketView, ticketViewDefault } = tables

export const ticketViewHandlers: Handlers<typeof contract> = {
  async listTicketViews(scope) {
    const rows = await toShown(scope, await selectViews(scope))
    return { count: rows.length, rows }
  },
  async countTicketViews(scope) {
    const views = await selectViews(scope)
    if (views.length === 0) return { counts: [] }
    const columns = views.map(
      ({ view }) => sql`(select count(*)::int from (select from ${tables.ticket}
        where ${ticketsWhere(scope, questionOf(view.settings))} limit ${MAX_VIEW_COUNT + 1}) as matching)`,
    )
    const { rows } = await scope.db.execute<{ counts: number[] }>(
      sql`select array[${sql.join(columns, sql`, `)}] as counts`,
    )
    const counted = rows[0]?.counts ?? []
    return { counts: views.map(({ view }, at) => ({ viewId: view.id, count: counted[at] ?? 0 })) }
  },
  async createTicketView(scope, { body: { isShared, name, settings } }) {
    if (isShared) scope.must(SHARES)
    await refuseMissing(scope, settings)
    const group = groupOf(scope, isShared)
    await refuseFull(scope, group)
    const [made] = await scope.db
      .insert(ticketView)
      .values({ ...group, name, settings, position: nextPosition(group) })
      .returning()
    if (made === undefined) throw new Error('The view was not stored')
    return shownView(scope, { view: made, isDefault: false })
  },
  async updateTicketView(scope, { params: { id }, body: { version, isShared, ...change } }) {
    const before = await requireChangeable(scope, id)
    await refuseStale(version, before.view, () => shownView(scope, before))
    if (change.settings) await refuseMissing(scope, change.settings, before.view.settings)
    const moves = isShared !== undefined && isShared !== (before.view.ownerId === null)
    if (moves) scope.must(SHARES)
    const group = groupOf(scope, isShared === true)
    if (moves) await refuseFull(scope, group)
    await writeVersioned(scope, ticketView, {
      id,
      version,
      set: {
        ...change,
        ...(moves && { ownerId: group.ownerId, position: nextPosition(group) }),
      },
    })
    return shownView(scope, await requireView(scope, id))
  },
  async orderTicketViews(scope, { body }) {
    const views = await selectViews(scope, isAnyId(ticketView.id, body.viewIds))
    if (views.length !== new Set(body.viewIds).size) throw refuseNotFound('view', 'body.viewIds')
    if (views.some(({ view }) => view.ownerId === null)) scope.must(SHARES)
    // Those that are not named keep their order, behind the others.
    await scope.db
      .update(ticketView)
      .set({
        position: sql`coalesce(array_position(${intArray(body.viewIds)}, ${ticketView.id}), ${MAX_VIEWS} + ${ticketView.position})`,
      })
      .where(inGroups(scope, [...new Set(views.map(({ view }) => view.ownerId))], isAlive))
    return { ordered: views.length }
  },
  async chooseTicketView(scope, { body: { viewId } }) {
    const { companyId } = scope.actor
    const userId = userOf(scope)
    if (viewId === null) {
      await scope.db
        .delete(ticketViewDefault)
        .where(ofCompany(ticketViewDefault, companyId, eq(ticketViewDefault.userId, userId)))
      return { viewId }
    }
    await requireView(scope, viewId, 'body.viewId')
    await scope.db
      .insert(ticketViewDefault)
      .values({ companyId, userId, viewId })
      .onConflictDoUpdate({
        target: [ticketViewDefault.companyId, ticketViewDefault.userId],
        set: { viewId },
      })
    return { viewId }
  },
  async deleteTicketView(scope, { params }) {
    const { view } = await requireChangeable(scope, params.id)
    const now = scope.clock.now()
    await scope.db
      .update(ticketView)
      .set({ deletedAt: now })
      .where(ofCompany(ticketView, scope.actor.companyId, eq(ticketView.id, view.id)))
    // The next deletion removes those that nobody can restore any more.
    await scope.db
      .delete(ticketView)
      .where(
        ofCompany(ticketView, scope.actor.companyId, lt(ticketView.deletedAt, restorable(now))),
      )
    return { deleted: true }
  },
  async restoreTicketView(scope, { params: { id } }) {
    const isRestorable = and(
      isNotNull(ticketView.deletedAt),
      gt(ticketView.deletedAt, restorable(scope.clock.now())),
    )
    const found = await requireChangeable(scope, id, isRestorable)
    await refuseFull(scope, groupOf(scope, found.view.ownerId === null))
    await scope.db
      .update(ticketView)
      .set({ deletedAt: null })
      .where(ofCompany(ticketView, scope.actor.companyId, eq(ticketView.id, id)))
    return shownView(scope, await requireView(scope, id))
  },
}

function userOf({ actor }: Scope): Id<'user'> {
  if (actor.userId === null) throw new Error('Only people have views')
  return actor.userId
}

const restorable = (now: Date) => new Date(now.getTime() - RESTORE_VIEW_HOURS * 3_600_000)

/** The stored settings as the list's request, under the reader's rights. */
function questionOf({ search, ...filters }: Selected['view']['settings']) {
  const {
    limit: _limit,
    offset: _offset,
    ...question
  } = tickets.listTickets.body.parse({
    ...ticketQuestion(filters),
    ...(search !== undefined && { search }),
  })
  return question
}

/** Own views of the user, or shared ones. */
interface Group {
  companyId: Id<'company'>
  ownerId: Id<'user'> | null
}
const groupOf = (scope: Scope, isShared: boolean): Group => ({
  companyId: scope.actor.companyId,
  ownerId: isShared ? null : userOf(scope),
})
const inGroups = (
  { actor }: Scope,
  owners: readonly (Id<'user'> | null)[],
  ...conditions: (SQL | undefined)[]
): SQL =>
  ofCompany(
    ticketView,
    actor.companyId,
    or(
      ...owners.map((owner) =>
        owner === null ? isNull(ticketView.ownerId) : eq(ticketView.ownerId, owner),
      ),
    ),
    ...conditions,
  )

const nextPosition = ({ companyId, ownerId }: Group) =>
  sql<number>`(select coalesce(max(position), 0) + 1 from ${ticketView}
    where company_id = ${companyId} and owner_id is not distinct from ${ownerId}::int)`

const isAlive = isNull(ticketView.deletedAt)

async function selectViews(
  scope: Scope,
  where?: SQL,
  state: SQL | undefined = isAlive,
): Promise<Selected[]> {
  const rows = await scope.db
    .select({ view: ticketView, defaultId: ticketViewDefault.id })
    .from(ticketView)
    .leftJoin(
      ticketViewDefault,
      and(
        joinOn(ticketView, ticketViewDefault.viewId),
        eq(ticketViewDefault.userId, userOf(scope)),
      ),
    )
    .where(inGroups(scope, [null, userOf(scope)], state, where))
    .orderBy(asc(sql`${ticketView.ownerId} is null`), asc(ticketView.position), asc(ticketView.id))
  return rows.map(({ view, defaultId }) => ({ view, isDefault: defaultId !== null }))
}

async function requireView(
  scope: Scope,
  id: Id<'ticketView'>,
  path = 'id',
  state?: SQL,
): Promise<Selected> {
  const [found] = await selectViews(scope, eq(ticketView.id, id), state)
  if (found === undefined) throw refuseNotFound('view', path)
  return found
}

async function requireChangeable(
  scope: Scope,
  id: Id<'ticketView'>,
  state?: SQL,
): Promise<Selected> {
  const found = await requireView(scope, id, 'id', state)
  if (found.view.ownerId === null) scope.must(SHARES)
  return found
}

async function refuseFull(scope: Scope, { ownerId }: Group): Promise<void> {
  const [all] = await scope.db
    .select({ count })
    .from(ticketView)
    .where(inGroups(scope, [ownerId], isAlive))
  if ((all?.count ?? 0) >= MAX_VIEWS)
    throw conflict('There are as many views as there may be.', [
      { path: 'body', code: 'tooManyViews', message: String(MAX_VIEWS) },
    ])
}

const shownView = async (scope: Scope, one: Selected): Promise<Shown> => {
  const [shown] = await toShown(scope, [one])
  if (shown === undefined) throw new Error('One view was given')
  return shown
}

async function toShown(scope: Scope, views: readonly Selected[]): Promise<Shown[]> {
  const missing = await missingIn(
    scope,
    views.map(({ view }) => view.settings),
  )
  return views.map(({ view, isDefault }, at) => ({
    id: view.id,
    name: view.name,
    settings: view.settings,
    isShared: view.ownerId === null,
    isDefault,
    missing: missing[at] ?? [],
    version: view.version,
  }))
}
