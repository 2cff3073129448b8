/**
 * argon2id, off the event loop and always outside transactions; few at once, so that others get at
 * Node's threads too.
 */
import { hash, verify } from '@node-rs/argon2'
import { oneForm } from '#contract/rules/password.ts'
import { makeSemaphore } from '#kernel/work/semaphore.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } // OWASP's second recommendation

/**
 * Node has four threads for hashes, files and names of hosts together: a hundred sign-ins at once
 * would keep them all for seconds. Two hash at a time; who finds a hundred before them hears 429.
 */
const turns = makeSemaphore({ atOnce: 2, waiting: 100 })

export const hashPassword = (password: string) => turns.take(() => hash(oneForm(password), cost))

/**
 * As it is kept now, and as earlier versions may have kept it, letter by letter as it was typed.
 * Most passwords are written in one way only.
 */
export const formsOf = (password: string): string[] => [
  ...new Set([oneForm(password), password.normalize('NFD'), password]),
]

let decoy: Promise<string> | undefined

/**
 * False for a wrong password. How often it is tried depends on what was given alone: as slow for
 * an address nobody has, so that the answer does not tell.
 */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const against = passwordHash ?? (await decoy)
  let fits = false
  for (const form of formsOf(password)) fits ||= await turns.take(() => verify(against, form))
  return fits && typeof passwordHash === 'string'
}
