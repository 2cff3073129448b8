import { createDecipheriv } from 'node:crypto'
import { readBTHomeObjects } from '#contract/ingest/bthome.ts'
import type { Said, SealedPacket, SealedReport } from '#contract/ingest/said.ts'

/** BTHome's service id, 0xFCD2, in the byte order of the packet. */
const SERVICE = Buffer.from([0xd2, 0xfc])

export const counterOf = ({ packet }: SealedReport): number =>
  Buffer.from(packet.counter).readUInt32LE()

/** Decrypts a packet. `key`: 32 hexadecimal digits. Returns null if the key does not fit. */
export function openSealed({ device, packet }: SealedReport, key: string): Said | null {
  const address = Buffer.from(packet.address ?? device, 'hex')
  const bytes = Buffer.from(key, 'hex')
  if (address.length !== 6 || bytes.length !== 16) return null
  for (const info of packet.infos) {
    const nonce = Buffer.concat([address, SERVICE, Buffer.from([info]), packet.counter])
    const open = opened(packet, bytes, nonce)
    if (open !== null) return { identity: 'BTHome', isSealed: false, ...readBTHomeObjects(open) }
  }
  return null
}

function opened({ cipher, mic }: SealedPacket, key: Buffer, nonce: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-128-ccm', key, nonce, { authTagLength: mic.length })
  decipher.setAuthTag(mic)
  try {
    const open = decipher.update(cipher)
    decipher.final()
    return open
  } catch {
    return null
  }
}
