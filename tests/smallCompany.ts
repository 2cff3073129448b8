/**
 * A company of four people and nothing else, in a fresh database: servers that are started on it
 * need not make the demo.
 */
import type pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { addPerson, hashPassword, makeCompany } from '../server/modules/foundation/auth/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'

const people = ['administrator', 'manager', 'technician', 'staff'] as const

/** The addresses and the password are the demo's. */
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
