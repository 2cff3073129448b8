import type { Unread, Value } from './measurements.ts'

export interface SealedPacket {
  /**
   * Candidates for the first byte, which is part of the nonce; several if the gateway left it out.
   */
  infos: readonly number[]
  /**
   * The address within the packet, in the byte order of BTHome's nonce. Null if the packet has no
   * address.
   */
  address: string | null
  cipher: Uint8Array
  /** Four bytes as sent, little-endian. */
  counter: Uint8Array
  /** The message authentication code, four bytes. */
  mic: Uint8Array
}

export interface SealedReport {
  /** Normalised by `deviceIdOf`. */
  device: string
  /** ISO 8601, UTC. If null, the server uses the current time. */
  at: string | null
  gateways: string[]
  packet: SealedPacket
}

export interface Said {
  identity: string | null
  values: (Value | Unread)[]
  battery: number | null
  isSealed: boolean
  /** Encrypted measurements, readable only with the device's stored key. */
  sealed?: SealedPacket
  /** Shared by repeats of one packet. Undefined or null if the device does not count packets. */
  packetId?: number | null
  /** Company or service of an advertisement that cannot be read, such as `0x0134`. */
  unknownPart?: string
  /** A BTHome packet that was not encrypted. */
  isPlain?: boolean
}
