/**
 * Spec section 5 and 9: exactly one '@'; local part ≤ 64, domain ≤ 255, each label ≤ 63; a TLD of ≥
 * 2 alphabetic characters.
 */
const LOCAL_MAXIMUM = 64
const DOMAIN_MAXIMUM = 255
const LABEL_MAXIMUM = 63

const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/
const topLevel = /^[A-Za-z]{2,}$/

/** The caller trims surrounding white space. */
export function isEmail(address: string): boolean {
  const parts = address.split('@')
  if (parts.length !== 2) return false
  const [name = '', domain = ''] = parts
  if (name.length > LOCAL_MAXIMUM || !local.test(name)) return false
  if (domain.length > DOMAIN_MAXIMUM) return false
  const labels = domain.split('.')
  return (
    labels.length >= 2 &&
    labels.every((part) => part.length <= LABEL_MAXIMUM && label.test(part)) &&
    topLevel.test(labels.at(-1) ?? '')
  )
}
