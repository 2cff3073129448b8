import { hashSync } from '@node-rs/argon2'
import { asSystem } from '#kernel/data/transaction.ts'
import { addPerson, makeCompany } from '../../server/modules/foundation/auth/index.ts'
import type { Backend } from './backends.ts'

export const PASSWORD = 'Plantroom1'

export async function makeTenants(
  backend: Backend,
  tenants: readonly { name: string; emails: readonly string[] }[],
): Promise<void> {
  // As weak as possible: a benchmark signs in many users and does not measure hashing.
  const passwordHash = hashSync(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 })
  await backend.withPool((pool) =>
    asSystem(pool, async (db) => {
      for (const { name, emails } of tenants) {
        const { id, roleIds } = await makeCompany(db, { name, timezone: 'UTC', language: 'en' })
        for (const email of emails)
          await addPerson(db, id, roleIds, {
            email,
            firstName: 'Ada',
            lastName: email,
            language: 'en',
            passwordHash,
            role: 'administrator',
          })
      }
    }),
  )
}
