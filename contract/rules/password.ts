/** Spec section 5: at least 8 characters, one uppercase, one lowercase, one number. */
export const PASSWORD_MINIMUM = 8
const PASSWORD_MAXIMUM = 200 // the hash is slow by design, so a huge password would be an attack

export type PasswordFault =
  | 'tooShort'
  | 'tooLong'
  | 'noUppercase'
  | 'noLowercase'
  | 'noNumber'
  | 'notText'

/**
 * Normal form of a stored password. An accented character is one code point on some keyboards and
 * two on others.
 */
export const oneForm = (password: string): string => password.normalize('NFC')

/** Returns every rule that a new password breaks. Upper and lower case count in any script. */
export function passwordFaults(given: string): PasswordFault[] {
  const password = oneForm(given)
  const faults: PasswordFault[] = []
  if ([...password].length < PASSWORD_MINIMUM) faults.push('tooShort')
  if ([...password].length > PASSWORD_MAXIMUM) faults.push('tooLong')
  if (!/\p{Lu}/u.test(password)) faults.push('noUppercase')
  if (!/\p{Ll}/u.test(password)) faults.push('noLowercase')
  if (!/\p{Nd}/u.test(password)) faults.push('noNumber')
  if (hasStrayCharacters(password)) faults.push('notText')
  return faults
}

/**
 * Control characters, including NUL, and lone surrogates. They cannot be typed, and storing changes
 * them.
 */
const hasStrayCharacters = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text)

/** The product's name is an obvious guess. */
const PRODUCT = 'plantroom'
/** Shorter words occur in too many others. */
const WORD_MINIMUM = 4

/**
 * True if too few characters remain after removing words related to the user. A long sentence may
 * contain the company's name.
 */
export function madeOfOwnWords(password: string, texts: readonly string[]): boolean {
  const words = [...texts, PRODUCT]
    .flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => [...word].length >= WORD_MINIMUM)
    .sort((one, other) => other.length - one.length)
  const given = plain(password)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), given)
  return rest !== given && [...rest].length < PASSWORD_MINIMUM
}

/** Ignores case and accents: `Málek` and `malek` are one word. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
