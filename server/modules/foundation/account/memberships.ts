import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { memberships as contract } from '#contract/auth/invitations.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import {
  detachMembership,
  invitationsTo,
  joinMembership,
  refuseMembership,
  type MembershipKey,
} from '../auth/index.ts'
import { leaveOwnCompany, type TicketsOfPeople } from '../people/index.ts'
import { ownPerson, type OwnPerson } from './ownPerson.ts'

type Answer = z.input<typeof contract.listMemberships.response>

export function membershipHandlers(
  kernel: Kernel,
  handOverTickets: TicketsOfPeople['handOver'],
): Handlers<typeof contract> {
  const answer = (
    actor: Actor,
    companyId: Id<'company'>,
    work: (db: Db, key: MembershipKey, own: OwnPerson) => Promise<void>,
  ) =>
    asSystem(kernel.pool, async (db) => {
      const own = await ownPerson(db, actor)
      const found =
        own.emailProvenAt === null
          ? undefined
          : (await invitationsTo(db, own.email)).find((row) => row.companyId === companyId)
      if (!found) throw refuseNotFound('invitation', 'body.companyId')
      await work(db, found, own)
      kernel.live.publish(companyId, ['User', { type: 'User', id: found.userId }])
    })

  return {
    listMemberships: ({ actor }) => asSystem(kernel.pool, (db) => membershipsOf(db, actor)),
    async acceptMembership({ actor }, { body, wire }) {
      await answer(actor, body.companyId, async (db, key, own) => {
        await joinMembership(db, key, own.id, kernel.clock.now())
        await recordSecurity(kernel, db, {
          kind: 'membershipAccepted',
          companyId: key.companyId,
          userId: key.userId,
          byUserId: key.userId,
          network: wire.from,
          detail: { by: 'session' },
        })
      })
      return { accepted: true }
    },
    async refuseMembership({ actor }, { body, wire }) {
      await answer(actor, body.companyId, async (db, key) => {
        await refuseMembership(db, key)
        await recordSecurity(kernel, db, {
          kind: 'membershipRefused',
          companyId: key.companyId,
          userId: key.userId,
          byUserId: null,
          network: wire.from,
        })
      })
      return { refused: true }
    },
    async leaveCompany(scope, { body: { companyId, ticketsTo }, wire }) {
      if (companyId === scope.actor.companyId) {
        await scope.transaction((inside) =>
          leaveOwnCompany(
            kernel,
            inside,
            (userId) => handOverTickets(inside, userId, ticketsTo ?? null),
            wire.from,
          ),
        )
        return { left: true }
      }
      await asSystem(kernel.pool, (db) =>
        leaveInactive(kernel, db, scope.actor, companyId, wire.from),
      )
      return { left: true }
    },
  }
}

async function membershipsOf(db: Db, actor: Actor): Promise<Answer> {
  const own = await ownPerson(db, actor)
  const isLimited = actor.ownProofAt === null
  const rows = await db
    .select({
      companyId: tables.user.companyId,
      company: tables.company.name,
      isActive: tables.user.isActive,
      since: sql<Date>`coalesce(${tables.user.acceptedAt}, ${tables.user.createdAt})`.mapWith(
        tables.user.createdAt,
      ),
    })
    .from(tables.user)
    .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
    .where(
      and(
        eq(tables.user.personId, own.id),
        isLimited ? ofCompany(tables.user, actor.companyId) : undefined,
      ),
    )
    .orderBy(byName({ actor }, tables.company.name), asc(tables.company.id))
  const isAddressProved = own.emailProvenAt !== null
  const invited = isLimited || !isAddressProved ? [] : await invitationsTo(db, own.email)
  return {
    isLimited,
    isAddressProved,
    rows: [
      ...invited.map(({ companyId, company: name, createdAt }) => ({
        companyId,
        company: name,
        state: 'invited' as const,
        isThis: false,
        since: createdAt.toISOString(),
      })),
      ...rows.map(({ companyId, company: name, isActive, since }) => ({
        companyId,
        company: name,
        state: isActive ? ('active' as const) : ('inactive' as const),
        isThis: companyId === actor.companyId,
        since: since.toISOString(),
      })),
    ],
  }
}

/** Leaves a company in which the membership is inactive. There are no open tickets to hand over. */
async function leaveInactive(
  kernel: Kernel,
  db: Db,
  actor: Actor,
  companyId: Id<'company'>,
  network: string,
): Promise<void> {
  const own = await ownPerson(db, actor)
  const [row] = await db
    .select({ userId: tables.user.id, isActive: tables.user.isActive })
    .from(tables.user)
    .where(ofCompany(tables.user, companyId, eq(tables.user.personId, own.id)))
  if (!row) throw refuseNotFound('company', 'body.companyId')
  if (row.isActive)
    throw conflict('Go on in this company first, and leave it there.', [
      { path: 'body.companyId', code: 'switchFirst', message: 'company' },
    ])
  await detachMembership(db, { companyId, userId: row.userId }, kernel.clock.now())
  await recordSecurity(kernel, db, {
    kind: 'membershipLeft',
    companyId,
    userId: row.userId,
    byUserId: row.userId,
    network,
  })
}
