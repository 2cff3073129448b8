import { isLocalContact } from '#contract/rules/localContact.ts'
import type { Config } from './config.ts'

export const securityContactOf = ({
  securityContact,
  mailFrom,
}: Pick<Config, 'securityContact' | 'mailFrom'>): string =>
  securityContact ?? `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`

/** The `sub` of RFC 8292. Apple's push service refuses an address at localhost. */
export function pushContactOf(
  config: Pick<Config, 'pushContact' | 'securityContact' | 'mailFrom' | 'publicUrl'>,
): string {
  const given = config.pushContact ?? securityContactOf(config)
  return isLocalContact(given) && config.publicUrl.startsWith('https:') ? config.publicUrl : given
}
