/**
 * The single-use link that creates the first company when there is no demo (decisions, 'The
 * product').
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { refuseGone } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { createStarterCompany } from './starter.ts'
import { addPerson, makeCompany, type NewCompany, type NewPerson } from './company.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

export async function isEmptyInstallation(kernel: Pick<Kernel, 'pool'>): Promise<boolean> {
  return asSystem(
    kernel.pool,
    async (db) =>
      (await db.select({ id: tables.company.id }).from(tables.company).limit(1)).length === 0,
  )
}

export interface CompanyCounts {
  demo: number
  own: number
}

export async function countCompanies({ pool }: Pick<Kernel, 'pool'>): Promise<CompanyCounts> {
  const rows = await asSystem(pool, (db) =>
    db
      .select({ isDemo: tables.company.isDemo, count: count() })
      .from(tables.company)
      .groupBy(tables.company.isDemo),
  )
  const of = (isDemo: boolean) => rows.find((row) => row.isDemo === isDemo)?.count ?? 0
  return { demo: of(true), own: of(false) }
}

/** Called at each start without a company. Links of earlier starts stop working. */
export async function makeSetupLink(kernel: Pick<Kernel, 'pool'>): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await asSystem(kernel.pool, async (db) => {
    await db.delete(tables.setupLink).where(isNull(tables.setupLink.usedAt))
    await db.insert(tables.setupLink).values({ tokenHash: hashOf(token) })
  })
  return token
}

export async function dropSetupLinks(kernel: Pick<Kernel, 'pool'>): Promise<void> {
  await asSystem(kernel.pool, (db) =>
    db.delete(tables.setupLink).where(isNull(tables.setupLink.usedAt)),
  )
}

/**
 * Uses the link and creates company and administrator in one transaction. Throws 410 for a used or
 * unknown link.
 */
export async function setUp(
  kernel: Kernel,
  token: string,
  facts: NewCompany,
  admin: Omit<NewPerson, 'role'>,
): Promise<number> {
  return asSystem(kernel.pool, async (db) => {
    const [used] = await db
      .update(tables.setupLink)
      .set({ usedAt: kernel.clock.now() })
      .where(and(eq(tables.setupLink.tokenHash, hashOf(token)), isNull(tables.setupLink.usedAt)))
      .returning()
    if (!used)
      throw refuseGone(
        'This link has been used or is not valid. Start the server again for a new one.',
      )
    const made = await makeCompany(db, facts)
    await createStarterCompany(db, made.id, facts.language)
    const { personId } = await addPerson(db, made.id, made.roleIds, {
      ...admin,
      role: 'administrator',
    })
    return personId
  })
}
