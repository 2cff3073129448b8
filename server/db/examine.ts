import { migrationState } from './appliedMigrations.ts'
import { openPool, postgresPool } from './pool.ts'
import { examineNameOrder, type NameOrderFacts } from './nameOrder.ts'
import { hasSearchIndex } from './search.ts'

export interface DatabaseFacts {
  version: string
  versionNumber: number
  isSuperuser: boolean
  owns: boolean
  hasRoles: boolean
  isMember: boolean
  /** upper() and lower() work beyond ASCII. */
  knowsLetters: boolean
  /** How far the database's clock is ahead of this machine's. */
  aheadMilliseconds: number
  unsafe: string[]
  connections: number
  migrations: 'new' | 'older' | 'current' | 'newer'
  mayIndexSearch: boolean
  /** Null before the first start of this version. */
  nameOrder: NameOrderFacts | null
}

/** Throws the driver's error if the database is unreachable or refuses the connection. */
export async function examineDatabase(databaseUrl: string): Promise<DatabaseFacts> {
  const pool = openPool({ ...postgresPool(databaseUrl), max: 1 })
  try {
    const begun = Date.now()
    const { rows } = await pool.query<
      Omit<DatabaseFacts, 'aheadMilliseconds' | 'migrations' | 'mayIndexSearch' | 'nameOrder'> & {
        now: string
      }
    >(
      `select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      pg_has_role(current_user, (select datdba from pg_database where datname = current_database()), 'USAGE') as owns,
      (select count(*) = 2 from pg_roles where rolname in ('plantroom_tenant', 'plantroom_system')) as "hasRoles",
      coalesce((select bool_and(pg_has_role(current_user, oid, 'MEMBER')) from pg_roles
        where rolname in ('plantroom_tenant', 'plantroom_system')), false) as "isMember",
      lower('Ž') = 'ž' as "knowsLetters",
      array_remove(array[
        case when current_setting('fsync') = 'off' then 'fsync' end,
        case when current_setting('full_page_writes') = 'off' then 'full_page_writes' end,
        case when current_setting('synchronous_commit') = 'off' then 'synchronous_commit' end], null) as unsafe,
      current_setting('max_connections')::int as connections,
      extract(epoch from clock_timestamp())::text as now`,
    )
    const [facts] = rows
    if (facts === undefined) throw new Error('the database said nothing')
    const { now, ...rest } = facts
    const middle = (begun + Date.now()) / 2
    const migrations = await migrationState(pool)
    return {
      ...rest,
      aheadMilliseconds: Math.round(Number(now) * 1000 - middle),
      migrations,
      mayIndexSearch: migrations !== 'current' || (await hasSearchIndex(pool)),
      nameOrder: migrations === 'current' ? await examineNameOrder(pool) : null,
    }
  } finally {
    await pool.end()
  }
}
