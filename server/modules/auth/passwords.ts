/** argon2id, off the event loop (the library's own threads) and always outside transactions. */
import { hash, verify } from '@node-rs/argon2'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } // OWASP's second recommendation

export const hashPassword = (password: string) => hash(password, cost)

let decoy: Promise<string> | undefined

/** False for a wrong password; as slow for an address nobody has, so that the answer does not tell. */
export async function passwordFits(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const fits = await verify(passwordHash ?? await decoy, password)
  return fits && typeof passwordHash === 'string'
}
