/** The demo: a hospital with a believable year behind it, and a factory that proves isolation. Relative to now. */
import type pg from 'pg'
import { asSystem } from '../../kernel/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import { addPerson, hashPassword, makeCompany } from '../../modules/auth/index.ts'
import { seedFactory } from './factory.ts'
import { seedHospital } from './hospital.ts'
import { DEMO_PASSWORD, demoPeople, FACTORY, HOSPITAL } from './people.ts'

export async function seedDemo(pool: pg.Pool, clock: Clock, say: (line: string) => void): Promise<void> {
  say('Making the demo companies …')
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  // One transaction: a start that is interrupted leaves an empty database, and the next one begins again.
  await asSystem(pool, async (db) => {
    for (const home of [HOSPITAL, FACTORY]) {
      const { id, roleIds } = await makeCompany(db, { name: home, timezone: home === HOSPITAL ? 'Europe/Prague' : 'Europe/London', language: 'en' })
      const users = []
      for (const person of demoPeople.filter((each) => each.company === home)) {
        users.push({ ...person, ...await addPerson(db, id, roleIds, { ...person, language: 'en', passwordHash }) })
      }
      const seed = { db, companyId: id, now: clock.now(), users }
      if (home === HOSPITAL) await seedHospital(seed, roleIds)
      else await seedFactory(seed)
    }
  })
}
