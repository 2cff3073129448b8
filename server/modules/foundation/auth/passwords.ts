/**
 * argon2id, off the event loop and always outside transactions. Concurrency is limited, so that
 * other work gets Node's threads too.
 */
import { hash, verify } from '@node-rs/argon2'
import { oneForm } from '#contract/rules/password.ts'
import { makeSemaphore } from '#kernel/work/semaphore.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } // OWASP's second recommended configuration

/**
 * Node has four threads for hashing, files and DNS together. A hundred concurrent sign-ins would
 * occupy them for seconds. Two hash at a time; with a hundred waiting, the caller gets 429.
 */
const turns = makeSemaphore({ atOnce: 2, waiting: 100 })

export const hashPassword = (password: string) => turns.take(() => hash(oneForm(password), cost))

/**
 * The current normal form, and the forms that earlier versions may have hashed. Most passwords have
 * only one.
 */
export const formsOf = (password: string): string[] => [
  ...new Set([oneForm(password), password.normalize('NFD'), password]),
]

let decoy: Promise<string> | undefined

/**
 * Returns false for a wrong password. The number of comparisons depends only on the input, so that
 * timing does not reveal whether the address exists.
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
