/**
 * Secrets at rest: AES-256-GCM under the installation's data key, so that a stolen table reveals
 * nothing.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** The database was sealed with another data key. */
export class WrongDataKey extends Error {
  override name = 'WrongDataKey'
}

export interface Seal {
  /** `purpose` is authenticated: a value copied to another column does not open there. */
  seal(purpose: string, text: string): string
  /** Throws for another key or a changed value. Returns a value that was never sealed. */
  open(purpose: string, sealed: string): string
  isSealed(value: string): boolean
  isPresent(value: string): boolean
  /**
   * Keys for this purpose, derived from every data key, the present one first. 32 bytes each,
   * base64url.
   */
  keysFor(purpose: string): string[]
}

/** Prefix of sealed values. The key's fingerprint follows, for rotation. */
const PREFIX = 'sealed1.'

/** `keys`: the sealing key first, then former ones that only open. 32 bytes each. */
export function makeSeal(keys: readonly Buffer[]): Seal {
  const named = keys.map((key) => ({
    key,
    name: createHash('sha256').update(key).digest('base64url').slice(0, 8),
  }))
  const [present] = named
  if (present === undefined || keys.some((key) => key.length !== 32)) {
    throw new Error('A data key has 32 bytes')
  }
  return {
    isSealed: (value) => value.startsWith(PREFIX),
    isPresent: (value) => value.startsWith(`${PREFIX}${present.name}.`),
    keysFor: (purpose) =>
      keys.map((key) =>
        Buffer.from(hkdfSync('sha256', key, '', purpose, 32)).toString('base64url'),
      ),
    seal(purpose, text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', present.key, iv)
      cipher.setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const whole = Buffer.concat([iv, cipher.getAuthTag(), body])
      return `${PREFIX}${present.name}.${whole.toString('base64url')}`
    },
    open(purpose, sealed) {
      if (!sealed.startsWith(PREFIX)) return sealed
      const [name, body = ''] = sealed.slice(PREFIX.length).split('.')
      const found = named.find((each) => each.name === name)
      if (found === undefined)
        throw new Error('Sealed with a data key that this server does not have')
      const whole = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', found.key, whole.subarray(0, 12))
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(whole.subarray(12, 28))
      return Buffer.concat([decipher.update(whole.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
