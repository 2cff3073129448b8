/**
 * The demo: a hospital with a believable year behind it, and a factory that proves isolation.
 * Relative to now.
 */
import type pg from 'pg'
import { asSystem } from '../kernel/transaction.ts'
import type { Clock } from '../ports/clock.ts'
import type { Files } from '../ports/files.ts'
import { addMember, addPerson, hashPassword, makeCompany } from '../modules/auth/index.ts'
import { seedFactory } from './factory.ts'
import { storeImports } from './imports.ts'
import { storePapers } from './papers.ts'
import { seedHospital } from './hospital.ts'
import { DEMO_PASSWORD, demoPeople, FACTORY, HOSPITAL } from './people.ts'

const HOUR = 3_600_000

export async function seedDemo(
  pool: pg.Pool,
  clock: Clock,
  say: (line: string) => void,
  /** Where the demo’s manuals and imported files are kept; without it there are only links. */
  files?: Files,
): Promise<void> {
  say('Making the demo companies …')
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const papers = files === undefined ? [] : await storePapers(files)
  const imports = files === undefined ? null : await storeImports(files)
  // One transaction: a start that is interrupted leaves an empty database, and the next one begins
  // again.
  await asSystem(pool, async (db) => {
    const people = new Map<string, number>()
    for (const home of [HOSPITAL, FACTORY]) {
      const { id, roleIds } = await makeCompany(db, {
        name: home,
        timezone: home === HOSPITAL ? 'Europe/Prague' : 'Europe/London',
        language: 'en',
        isDemo: true,
      })
      const users = []
      for (const person of demoPeople.filter((each) => each.company === home)) {
        const made = await addPerson(db, id, roleIds, {
          ...person,
          language: 'en',
          passwordHash,
          lastSignInAt: new Date(clock.now().getTime() - HOUR * (users.length + 2)),
        })
        people.set(person.email, made.personId)
        users.push({ ...person, ...made })
      }
      // One person in two companies, so that the switcher has somewhere to go.
      const shared = demoPeople.find((each) => each.alsoIn === home)
      const sharedId = shared && people.get(shared.email)
      if (shared !== undefined && sharedId !== undefined)
        await addMember(db, id, sharedId, roleIds[shared.role], {
          ...shared,
          language: 'en',
          lastSignInAt: new Date(clock.now().getTime() - 200 * HOUR),
        })
      const seed = { db, companyId: id, now: clock.now(), users }
      if (home === HOSPITAL) await seedHospital(seed, roleIds, papers, imports)
      else await seedFactory(seed)
    }
  })
}
