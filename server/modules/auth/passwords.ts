/**
 * argon2id, off the event loop and always outside transactions; few at once, so that others get at
 * Node's threads too.
 */
import { hash, verify } from '@node-rs/argon2'
import { makeTurns } from '../../kernel/turns.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } // OWASP's second recommendation

/**
 * Node has four threads for hashes, files and names of hosts together: a hundred sign-ins at once
 * would keep them all for seconds. Two hash at a time; who finds a hundred before them hears 429.
 */
const turns = makeTurns({ atOnce: 2, waiting: 100 })

export const hashPassword = (password: string) => turns.take(() => hash(password, cost))

let decoy: Promise<string> | undefined

/**
 * False for a wrong password; as slow for an address nobody has, so that the answer does not tell.
 */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const against = passwordHash ?? (await decoy)
  const fits = await turns.take(() => verify(against, password))
  return fits && typeof passwordHash === 'string'
}
