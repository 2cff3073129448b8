import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { migrate } from './db/migrate.ts'
import type { OpenDatabase } from './db/openDatabase.ts'
import { useSeal } from './db/sealed.ts'
import { refuseUnsafeDemo } from './demoGuard.ts'
import { countCompanies, dropSetupLinks } from './modules/foundation/auth/index.ts'
import { ownSecret } from './ownSecrets.ts'
import { systemClock } from './ports/clock.ts'
import { filesIn } from './ports/s3Files.ts'
import { checkDataKey } from '#kernel/access/reseal.ts'
import { makeSeal, type Seal } from '#kernel/access/seal.ts'

export interface Prepared {
  dataKeys: [Buffer, ...Buffer[]]
  tokenSecret: string
  seal: Seal
  filesFolder: string
  /** No company, not even of the demo. */
  isEmpty: boolean
}

/** Upgrades the database, checks its data key, and writes the demo into an empty one. */
export async function prepare(
  config: Config,
  database: Pick<OpenDatabase, 'pool' | 'sessions'>,
  say: (line: string) => void,
): Promise<Prepared> {
  await migrate(database.sessions, (sentence) => say(`  ${sentence}`))
  const dataKeys: Prepared['dataKeys'] = [
    config.dataKey ??
      Buffer.from(ownSecret(config.dataDir, 'data-key', 32), 'base64url').subarray(0, 32),
    ...config.dataKeysBefore,
  ]
  const tokenSecret = config.tokenSecret ?? ownSecret(config.dataDir, 'token-secret', 48)
  const seal = makeSeal(dataKeys)
  await checkDataKey(database.pool, seal)
  useSeal(seal)
  const companies = await countCompanies(database)
  refuseUnsafeDemo(config, companies)
  const filesFolder = join(config.dataDir, 'files')
  const isEmpty = companies.demo + companies.own === 0
  // setup links of a start without the demo would create another company
  if (config.demo) await dropSetupLinks(database)
  if (isEmpty && config.demo) {
    const { seedDemo } = await import('./demo/seed.ts') // only the first start needs it
    const files = filesIn(config.s3, filesFolder)
    await seedDemo(database.pool, systemClock, say, files, config.demoLanguage)
  }
  return { dataKeys, tokenSecret, seal, filesFolder, isEmpty }
}
