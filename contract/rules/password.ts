/** Spec section 5: at least 8 characters, one uppercase, one lowercase, one number. */
export const PASSWORD_MINIMUM = 8
const PASSWORD_MAXIMUM = 200 // a hash is slow by design; a megabyte of password is an attack

export type PasswordFault =
  | 'tooShort'
  | 'tooLong'
  | 'noUppercase'
  | 'noLowercase'
  | 'noNumber'
  | 'notText'

/**
 * As a password is kept: a letter with its mark is one character on some keyboards and two on
 * others, and nobody sees which.
 */
export const oneForm = (password: string): string => password.normalize('NFC')

/**
 * Every rule a new password breaks; empty when it is good. Letters of any script count by their
 * case.
 */
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
 * NUL and other control characters, and halves of characters: nobody types them, and storing
 * changes them.
 */
const hasStrayCharacters = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text)

/** What everybody would try first, whoever the person is. */
const PRODUCT = 'plantroom'
/** A shorter word stands in too many others. */
const WORD_MINIMUM = 4

/**
 * Hardly more than words that are known of a person: without them fewer characters are left than a
 * password must have. A long sentence may name its company.
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

/** As it is read, not as it is written: `Málek` and `malek` are one word. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
