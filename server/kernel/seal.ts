/**
 * Secrets at rest: AES-256-GCM under the installation's data key. A stolen table gives nothing away
 * without it.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export interface Seal {
  /** `purpose` is bound in: a sealed value moved to another place does not open there. */
  seal(purpose: string, text: string): string
  /**
   * Throws when the key is another, or the value was changed. A value that was never sealed is
   * answered as it is.
   */
  open(purpose: string, sealed: string): string
  isSealed(value: string): boolean
  /** With the present key, not one of before a rotation. */
  isPresent(value: string): boolean
  /** 32 bytes each, base64url, derived from every data key for this purpose; the present one first. */
  keysFor(purpose: string): string[]
}

/**
 * What a value of this form begins with; the key's fingerprint follows, so that a rotation knows
 * which is which.
 */
const PREFIX = 'sealed1.'

/**
 * `keys`: the one that seals first, then those that only open what was sealed before (a rotation).
 * 32 bytes each.
 */
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
