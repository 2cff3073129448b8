/**
 * Whose X-Forwarded-For is believed: whoever may say where a call comes from may otherwise guess
 * without end.
 */
import { BlockList, isIP } from 'node:net'

/**
 * An address, or a network such as 10.1.0.0/16 or 2001:db8::/32; `loopback` for the machine itself.
 */
export function isProxyEntry(entry: string): boolean {
  if (entry === 'loopback') return true
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/**
 * For Fastify's `trustProxy`. IPv4 that arrives mapped into IPv6 (::ffff:10.0.0.1) is the IPv4
 * address.
 */
export function trusts(entries: readonly string[]): (address: string | undefined) => boolean {
  const known = new BlockList()
  const wanted = entries.flatMap((entry) =>
    entry === 'loopback' ? ['127.0.0.0/8', '::1'] : [entry],
  )
  for (const entry of wanted) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const bare = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
    const family = isIP(bare)
    return family !== 0 && known.check(bare, family === 4 ? 'ipv4' : 'ipv6')
  }
}
