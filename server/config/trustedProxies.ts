/**
 * Proxies whose X-Forwarded-For is trusted. Any other caller could claim a new address with each
 * call and evade the attempt limits.
 */
import { isNetwork, networkList } from '#ports/networkList.ts'

/**
 * An address, a network such as 10.1.0.0/16 or 2001:db8::/32, or `loopback` for the machine itself.
 */
export const isProxyEntry = (entry: string): boolean => entry === 'loopback' || isNetwork(entry)

export const makeProxyTest = (
  entries: readonly string[],
): ((address: string | undefined) => boolean) =>
  networkList(entries.flatMap((entry) => (entry === 'loopback' ? ['127.0.0.0/8', '::1'] : [entry])))
