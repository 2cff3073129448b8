import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type pg from 'pg'
import { openEmptyDatabase, type TestDatabase } from '#tests/database.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { knownMigrations } from './appliedMigrations.ts'
import { makeTablesOf, migrate } from './migrate.ts'
import { openPool } from './pool.ts'

const isPostgres = inject('database').kind === 'postgres'
const NAME = 'membership-by-consent'
const TABLES = ['person', 'app_user', 'session', 'company', 'security_event', 'calendar_feed']

describe.runIf(isPostgres)('the upgrade to memberships by consent', () => {
  let database: TestDatabase
  let pool: pg.Pool
  beforeAll(async () => {
    database = await openEmptyDatabase()
    pool = openPool(database.pool)
    const known = knownMigrations()
    const index = known.findIndex(({ name }) => name.endsWith(NAME))
    if (index < 1) throw new Error('The migration is not there')
    await makeTablesOf(
      pool,
      known.slice(0, index).map(({ at }) => at),
    )
    await pool.query(before)
    // Forces row-level security: even the owner of the tables sees no rows, as on a running server.
    for (const table of TABLES)
      await pool.query(
        `alter table ${table} enable row level security; alter table ${table} force row level security`,
      )
    await migrate(pool)
  })
  afterAll(async () => {
    await pool.end()
    await database.close()
  })

  /** By `email company`: the membership's state and the account it belongs to. */
  async function memberships(): Promise<Record<string, string>> {
    const rows = await asSystem(pool, async (db) => {
      const found = await db.execute<{ email: string; company: string; state: string }>(
        `select p.email, c.name as company,
          case when m.accepted_at is not null then 'accepted' else 'invited' end || ', ' ||
          case when p.email_proven_at is not null then 'own account'
            when p.home_company_id = m.company_id then 'account of the company' else 'wrong' end as state
        from app_user m join person p on p.id = m.person_id join company c on c.id = m.company_id`,
      )
      return found.rows
    })
    return Object.fromEntries(
      rows.map(({ email, company, state }) => [`${email} ${company}`, state]),
    )
  }

  it('accepts the only membership, and each that was entered by the user’s own proof', async () => {
    expect(await memberships()).toEqual({
      'only@a Own': 'accepted, own account',
      'invited@a Own': 'invited, account of the company',
      'sso@a Stranger': 'accepted, account of the company',
      'both@a Own': 'accepted, own account',
      'both@a Stranger': 'accepted, own account',
      'victim@a Own': 'accepted, own account',
      'victim@a Stranger': 'invited, account of the company',
      'quiet@a Own': 'accepted, own account',
      'quiet@a Stranger': 'invited, account of the company',
      'unproved@a Own': 'invited, account of the company',
      'unproved@a Stranger': 'invited, account of the company',
    })
  })

  it('ends the sessions and calendars of what became an invitation, and leaves the others', async () => {
    const { sessions, feeds } = await asSystem(pool, async (db) => ({
      sessions: (await db.execute<{ source: string }>('select source from session')).rows,
      feeds: (await db.execute<{ secret_hash: string }>('select secret_hash from calendar_feed'))
        .rows,
    }))
    expect(sessions.map(({ source }) => source).sort()).toEqual(['both in own', 'victim in own'])
    expect(feeds.map((row) => row.secret_hash)).toEqual(['of only'])
  })

  it('removes an unproved account that no company lists', async () => {
    const { rows } = await asSystem(pool, (db) =>
      db.execute(`select from person where email = 'orphan@a'`),
    )
    expect(rows).toHaveLength(0)
  })
})

const person = (id: number, email: string, isProved: boolean) =>
  `insert into person (id, email, email_proven_at, password_hash) overriding system value
    values (${id}, '${email}', ${isProved ? 'now()' : 'null'}, ${isProved ? `'x'` : 'null'});`
const member = (companyId: number, id: number, personId: number, hasCome: boolean) =>
  `insert into app_user (company_id, id, person_id, first_name, last_name, language, last_sign_in_at)
    overriding system value values (${companyId}, ${id}, ${personId}, 'F', 'L', 'en', ${hasCome ? 'now()' : 'null'});`
const signedIn = (companyId: number, userId: number, way: string) =>
  `insert into security_event (company_id, id, at, kind, user_id, detail)
    overriding system value values (${companyId}, ${userId}, now(), 'signedIn', ${userId}, '{"way":"${way}"}');`
const session = (
  personId: number,
  companyId: number,
  userId: number,
  idp: string,
  source: string,
) =>
  `insert into session (person_id, company_id, user_id, idp, source, expires_at)
    values (${personId}, ${companyId}, ${userId}, ${idp}, '${source}', now() + interval '1 day');`

/** `Stranger` (2) uses single sign-on; `Own` (1) does not. */
const before = `
  insert into company (id, name, timezone, language, idp) overriding system value
    values (1, 'Own', 'UTC', 'en', null), (2, 'Stranger', 'UTC', 'en', 'sso');
  alter table person alter column id restart with 100;
  ${person(1, 'only@a', true)} ${member(1, 11, 1, true)}
  ${person(2, 'invited@a', false)} ${member(1, 12, 2, false)}
  ${person(3, 'sso@a', false)} ${member(2, 13, 3, true)}
  ${person(4, 'both@a', true)} ${member(1, 14, 4, true)} ${member(2, 24, 4, true)}
  ${session(4, 1, 14, 'null', 'both in own')} ${signedIn(2, 24, 'own')}
  ${person(5, 'victim@a', true)} ${member(1, 15, 5, true)} ${member(2, 25, 5, true)}
  ${session(5, 1, 15, 'null', 'victim in own')} ${session(5, 2, 25, `'sso'`, 'taken over')}
  ${signedIn(2, 25, 'sso')}
  ${person(6, 'quiet@a', true)} ${member(1, 16, 6, true)} ${member(2, 26, 6, false)}
  ${person(7, 'unproved@a', false)} ${member(1, 17, 7, false)} ${member(2, 27, 7, false)}
  ${person(8, 'orphan@a', false)}
  insert into calendar_feed (secret_hash, company_id, user_id, created_at)
    values ('of only', 1, 11, now()), ('of the victim', 2, 25, now());
`
