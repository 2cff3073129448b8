import { BlockList, isIP, SocketAddress } from 'node:net'

export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Prefix length of ::ffff:0:0/96, which holds the mapped IPv4 addresses. */
const MAPPED_BITS = 96

/**
 * Returns a function that checks addresses against the entries. A mapped IPv4 address
 * (::ffff:10.0.0.1) counts as IPv4. Otherwise, a network of one family never contains an address of
 * the other.
 */
export function networkList(entries: readonly string[]): (address: string | undefined) => boolean {
  // Separate lists: in a joint one, ::/0 would contain all IPv4 addresses.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const entry of entries) {
    const [text = '', bits] = entry.split('/')
    const base = readAddress(text)
    if (base === null) continue
    const whole = base.written === 4 ? 32 : 128
    const prefix = bits === undefined ? whole : Number(bits)
    if (base.written === 6 && base.family === 'ipv4' && prefix >= MAPPED_BITS)
      lists.ipv4.addSubnet(base.address, prefix - MAPPED_BITS, 'ipv4')
    else if (base.written === 6) lists.ipv6.addSubnet(text, prefix, 'ipv6')
    else lists.ipv4.addSubnet(base.address, prefix, 'ipv4')
  }
  return (address) => {
    const asked = readAddress((address ?? '').replace(/%.*$/, ''))
    return asked !== null && lists[asked.family].check(asked.address, asked.family)
  }
}

interface Address {
  address: string
  /** A mapped IPv4 address is `ipv4`. */
  family: 'ipv4' | 'ipv6'
  written: 4 | 6
}

function readAddress(text: string): Address | null {
  const written = isIP(text)
  if (written === 0) return null
  if (written === 4) return { address: text, family: 'ipv4', written: 4 }
  // SocketAddress writes each mapped address, ::ffff:a00:1 too, as ::ffff:10.0.0.1.
  const { address } = new SocketAddress({ address: text, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  return mapped === undefined
    ? { address, family: 'ipv6', written: 6 }
    : { address: mapped, family: 'ipv4', written: 6 }
}
