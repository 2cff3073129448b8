const LAST_DIGITS = /(\d+)(?=\D*$)/

/** The next free code: `A1.10` after `A1.09`. Empty if the code has no digits. */
export function nextCode(code: string, taken: ReadonlySet<string>): string {
  const digits = LAST_DIGITS.exec(code)?.[1]
  if (digits === undefined) return ''
  // Larger numbers would lose digits.
  for (let number = Number(digits) + 1; number < 1e12; number += 1) {
    const next = code.replace(LAST_DIGITS, String(number).padStart(digits.length, '0'))
    if (!taken.has(next)) return next
  }
  return ''
}

/** The first free code of a floor, such as `2.01`. */
export const firstCode = (shortName: string, taken: ReadonlySet<string>): string => {
  const first = `${shortName.trim()}.01`
  return taken.has(first) ? nextCode(first, taken) : first
}

/** `1.07` of floor 1 becomes `2.07` on floor 2. Other codes stay. */
export function codeOnFloor(code: string, from: string, to: string): string {
  const begins = from !== '' && code.startsWith(from) && !/^\d/.test(code.slice(from.length))
  return begins ? `${to}${code.slice(from.length)}` : code
}
