/**
 * The demo: a hospital with a plausible year of records, and a factory that proves isolation. Dates
 * are relative to now; texts are in the hospital's language.
 */
import type pg from 'pg'
import type { Language } from '#contract/languages.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import type { Clock } from '#ports/clock.ts'
import type { Files } from '#ports/files.ts'
import {
  addMember,
  addPerson,
  hashPassword,
  makeCompany,
} from '../modules/foundation/auth/index.ts'
import { seedFactory } from './factory.ts'
import { storeImports } from './imports.ts'
import { storeDocuments } from './documents.ts'
import { seedHospital } from './hospital.ts'
import { DEMO_PASSWORD, demoPeople, type Home } from './people.ts'
import { wordsOf } from './words.ts'

const HOUR = 3_600_000

export async function seedDemo(
  pool: pg.Pool,
  clock: Clock,
  say: (line: string) => void,
  /** Storage for the demo's manuals and imported files. Without it there are only links. */
  files?: Files,
  /** Language of the hospital; the second company has its own. */
  language: Language = 'en',
): Promise<void> {
  say('Making the demo companies …')
  const now = clock.now()
  const homes: { home: Home; timezone: string; language: Language }[] = [
    { home: 'hospital', timezone: 'Europe/Prague', language },
    { home: 'factory', timezone: 'Europe/London', language: 'en' },
  ]
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const own = await wordsOf(language)
  const papers = files === undefined ? [] : await storeDocuments(files, own, language)
  const imports = files === undefined ? null : await storeImports(files, own)
  // One transaction: an interrupted start leaves an empty database, and the next start begins
  // again.
  await asSystem(pool, async (db) => {
    const known = new Map<string, number>()
    for (const { home, timezone, language: spoken } of homes) {
      const words = await wordsOf(spoken)
      const { id, roleIds } = await makeCompany(db, {
        name: words.company[home],
        timezone,
        language: spoken,
        isDemo: true,
      })
      const namesOf = (key: keyof typeof words.people) => ({
        firstName: words.people[key].first,
        lastName: words.people[key].last,
      })
      const users = []
      for (const person of demoPeople.filter((each) => each.home === home)) {
        const facts = { ...person, ...namesOf(person.key) }
        const made = await addPerson(db, id, roleIds, {
          ...facts,
          language: spoken,
          passwordHash,
          lastSignInAt: new Date(now.getTime() - HOUR * (users.length + 2)),
        })
        known.set(person.email, made.personId)
        users.push({ ...facts, ...made })
      }
      // One person in two companies, so that the company switcher has a second entry.
      const shared = demoPeople.find((each) => each.alsoIn === home)
      const sharedId = shared && known.get(shared.email)
      if (shared !== undefined && sharedId !== undefined)
        await addMember(db, id, sharedId, roleIds[shared.role], {
          ...namesOf(shared.key),
          language: spoken,
          lastSignInAt: new Date(now.getTime() - 200 * HOUR),
        })
      const seed = { db, companyId: id, now, users, words, language: spoken }
      if (home === 'hospital') await seedHospital(seed, roleIds, papers, imports)
      else await seedFactory(seed)
    }
  })
  // A year of rows was just inserted, so the planner's statistics are outdated.
  await pool.query('analyze')
}
