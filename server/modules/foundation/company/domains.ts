import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import {
  MAX_COMPANY_DOMAINS,
  type companyDomain as shape,
  type companyDomains as contract,
} from '#contract/company/companyDomains.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { consumeAttempt } from '#kernel/access/attemptLimits.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { checkDomainRecord, recordNameOf, recordValueOf, saveCheck } from './domainChecks.ts'

type Row = typeof tables.companyDomain.$inferSelect

/** Limited, because each check queries third-party name servers. */
const CHECKS_A_QUARTER_HOUR = 40

/** At least two labels, the last not numeric: neither a local host nor an IP address. */
const registrable = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
/** Maximum characters. With the record's label in front, the name must fit into 253. */
const LONGEST_DOMAIN = 240

export function companyDomainHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    async getCompanyDomains({ db, actor }) {
      const [own] = await db
        .select({ uuid: tables.company.uuid })
        .from(tables.company)
        .where(eq(tables.company.id, actor.companyId))
      const rows = await db
        .select()
        .from(tables.companyDomain)
        .where(ofCompany(tables.companyDomain, actor.companyId))
        .orderBy(asc(tables.companyDomain.domain))
      return {
        signInAddress: `${kernel.publicUrl}/login?company=${own?.uuid ?? ''}`,
        rows: rows.map(view),
      }
    },
    async addCompanyDomain({ db, actor, clock }, { body }) {
      const domain = normalDomain(body.domain)
      const rows = await db
        .select({ domain: tables.companyDomain.domain })
        .from(tables.companyDomain)
        .where(ofCompany(tables.companyDomain, actor.companyId))
      if (rows.length >= MAX_COMPANY_DOMAINS && rows.every((row) => row.domain !== domain))
        throw conflict(`A company has at most ${MAX_COMPANY_DOMAINS} domains.`, [
          { path: 'body.domain', code: 'tooManyDomains', message: String(MAX_COMPANY_DOMAINS) },
        ])
      const now = clock.now()
      const [row] = await db
        .insert(tables.companyDomain)
        .values({
          companyId: actor.companyId,
          domain,
          token: randomBytes(16).toString('hex'),
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
        .returning()
      if (!row)
        throw conflict('The company has this domain already.', [
          { path: 'body.domain', code: 'alreadyThere', message: 'domain' },
        ])
      return view(row)
    },
    async checkCompanyDomain(scope, { params }) {
      const row = await scope.transaction((opened) => one(opened, params.id))
      await asSystem(kernel.pool, (db) =>
        consumeAttempt(
          db,
          [[`domain-check:${scope.actor.companyId}`, CHECKS_A_QUARTER_HOUR]],
          kernel.clock.now(),
        ),
      )
      await saveCheck(kernel, row, await checkDomainRecord(kernel.dns, row))
      return view(await scope.transaction((opened) => one(opened, params.id)))
    },
    async removeCompanyDomain({ db, actor }, { params }) {
      const gone = await db
        .delete(tables.companyDomain)
        .where(
          ofCompany(tables.companyDomain, actor.companyId, eq(tables.companyDomain.id, params.id)),
        )
        .returning({ id: tables.companyDomain.id })
      if (gone.length === 0) throw refuseNotFound('domain')
      return { id: params.id }
    },
  }
}

async function one({ db, actor }: Scope, id: Id<'companyDomain'>): Promise<Row> {
  const [row] = await db
    .select()
    .from(tables.companyDomain)
    .where(ofCompany(tables.companyDomain, actor.companyId, eq(tables.companyDomain.id, id)))
  if (!row) throw refuseNotFound('domain')
  return row
}

function normalDomain(typed: string): string {
  const domain = domainToASCII(typed.trim().replace(/^@/, '').replace(/\.$/, ''))
  if (domain.length > LONGEST_DOMAIN || !registrable.test(domain))
    throw badInput('body.domain', 'notADomain', 'This is not a mail domain such as example.com.')
  return domain
}

const view = (row: Row): z.input<typeof shape> => ({
  id: row.id,
  domain: row.domain,
  state: row.provedAt !== null ? 'proved' : row.lapsedAt !== null ? 'lapsed' : 'waiting',
  recordName: recordNameOf(row),
  recordValue: recordValueOf(row),
  provedAt: row.provedAt?.toISOString() ?? null,
  lapsedAt: row.lapsedAt?.toISOString() ?? null,
  lastCheckedAt: row.lastCheckedAt?.toISOString() ?? null,
  lastFault: row.lastFault,
})
