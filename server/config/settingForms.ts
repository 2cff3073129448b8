import { z } from 'zod'
import { readRetentionBounds, RETENTION_KINDS } from '#contract/rules/retention.ts'
import { readAllowedHost } from '#ports/hookClient.ts'
import { parseUrl } from './readSetting.ts'
import { isProxyEntry } from './trustedProxies.ts'

export const webAddress = z
  .string()
  .refine(
    (value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ''),
    'it must be an address such as https://plantroom.example.org',
  )

const list = z.string().transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
const lowerCaseList = z.string().toLowerCase().pipe(list)

export const hostNames = lowerCaseList.refine(
  (hosts) => hosts.every((host) => readAllowedHost(host) !== null),
  'each entry must be a host name or an address, with a port (:8443) and a company (@uuid) where it is limited to them',
)

export const proxies = lowerCaseList.refine(
  (entries) => entries.every(isProxyEntry),
  'each entry must be an address, a network such as 10.1.0.0/16 or 2001:db8::/32, or loopback',
)

export const retentionBounds = z.string().transform((text, context) => {
  const bounds = readRetentionBounds(text)
  if (bounds !== null) return bounds
  context.addIssue({
    code: 'custom',
    message: `each entry must be such as journal=365-3650, within what the product allows; kinds are ${RETENTION_KINDS.join(', ')}`,
  })
  return z.NEVER
})

export const onOrOff = z
  .enum(['0', '1'], 'it must be 1 (on) or 0 (off)')
  .transform((value) => value === '1')

export const origins = list.refine(
  (entries) => entries.every(isOrigin),
  'each entry must be an origin such as https://portal.example.org, with no path',
)

function isOrigin(value: string): boolean {
  const url = parseUrl(value)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === value
}
