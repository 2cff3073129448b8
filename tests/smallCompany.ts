/** A company of four users without other data, in a new database, for servers that need no demo. */
import type pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { addPerson, hashPassword, makeCompany } from '../server/modules/foundation/auth/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'

const people = ['administrator', 'manager', 'technician', 'staff'] as const

/** Addresses and password are those of the demo. */
export async function makeSmallCompany(pool: pg.Pool): Promise<void> {
  await migrate(pool)
  const passwordHash = await hashPassword('Plantroom1')
  await asSystem(pool, async (db) => {
    const { id, roleIds } = await makeCompany(db, {
      name: 'Small company',
      timezone: 'Europe/Prague',
      language: 'en',
      isDemo: true,
    })
    for (const role of people) {
      await addPerson(db, id, roleIds, {
        email: `${role === 'administrator' ? 'admin' : role}@plantroom.demo`,
        firstName: role,
        lastName: 'Small',
        language: 'en',
        passwordHash,
        role,
      })
    }
  })
}
