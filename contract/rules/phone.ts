/**
 * Spec section 5: at least 5 characters; optional leading plus; digits, spaces (copied numbers
 * contain no-break spaces), dots, slashes, hyphens, parentheses.
 */
const PHONE_MINIMUM = 5
const PHONE_MAXIMUM = 32

export function isPhone(value: string): boolean {
  if (value.length < PHONE_MINIMUM || value.length > PHONE_MAXIMUM) return false
  if (!/^\+?[\d \u00a0\u2009\u202f./()-]+$/.test(value) || !/\d/.test(value)) return false
  return parenthesesClose(value)
}

function parenthesesClose(value: string): boolean {
  let open = 0
  for (const character of value) {
    if (character === '(') open += 1
    if (character === ')') open -= 1
    if (open < 0 || open > 1) return false
  }
  return open === 0
}
