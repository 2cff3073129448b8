/** Crockford's base 32 in lower case: 16 characters hold 80 random bits. */
export const CODE_SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
export const CODE_LENGTH = 16
export const labelCodeShape = /^[0-9a-hjkmnp-tv-z]{16}$/

/** Characters of a label's hash that devices keep: 72 bits. */
export const KEPT_HASH = 12

/** Ways in which the page names what the label stands on. */
export const shownNames = ['name', 'type', 'number', 'nothing'] as const

export const problemKinds = [
  'broken',
  'damaged',
  'leaking',
  'power',
  'temperature',
  'noise',
  'dirty',
  'missing',
  'other',
] as const
export type ProblemKind = (typeof problemKinds)[number]
export const MAX_PROBLEMS = 12

export const REOPEN_DAYS = 7

/** A number that a phone can dial; internal ones may be short. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()/.,;*#-]+$/.test(text) && text.replace(/\D/g, '').length >= 3

export const REPORT_LIMITS = { codeAnHour: 10, deviceADay: 20, companyADay: 500 } as const

/** An open ticket: whether somebody works on it. */
export const isTaken = (category: string, isAssigned: boolean): boolean =>
  category === 'inProgress' || (category === 'open' && isAssigned)
