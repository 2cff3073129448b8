import type { Unread, Value } from './measurements.ts'

export interface SealedPacket {
  /** The first byte, which is part of the nonce; several if the gateway left it out. */
  infos: readonly number[]
  /** The address within the packet, as BTHome's nonce wants it. Null if the packet has none. */
  address: string | null
  cipher: Uint8Array
  /** As sent: four bytes, little-endian. */
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
  /** The encrypted measurements, if a key of ours can open them. */
  sealed?: SealedPacket
  /** Repeats of one packet share it. Undefined or null if the device does not count. */
  packetId?: number | null
  /** A BTHome packet that was not encrypted. */
  isPlain?: boolean
}
