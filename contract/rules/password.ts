/** Spec section 5: at least 8 characters, one uppercase, one lowercase, one number. */
export const PASSWORD_MINIMUM = 8
export const PASSWORD_MAXIMUM = 200 // a hash is slow by design; a megabyte of password is an attack

export type PasswordFault = 'tooShort' | 'tooLong' | 'noUppercase' | 'noLowercase' | 'noNumber'

/** Every rule a new password breaks; empty when it is good. Letters of any script count by their case. */
export function passwordFaults(password: string): PasswordFault[] {
  const faults: PasswordFault[] = []
  if ([...password].length < PASSWORD_MINIMUM) faults.push('tooShort')
  if ([...password].length > PASSWORD_MAXIMUM) faults.push('tooLong')
  if (!/\p{Lu}/u.test(password)) faults.push('noUppercase')
  if (!/\p{Ll}/u.test(password)) faults.push('noLowercase')
  if (!/\p{Nd}/u.test(password)) faults.push('noNumber')
  return faults
}
