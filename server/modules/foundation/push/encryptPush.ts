/** Encryption of a message for one browser: RFC 8291, in a single record of RFC 8188. */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Base64url. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

const RECORD = 4_096
const HEADER = 16 + 4 + 1 + 65
const TAG = 16
/** Bytes. Push services take 4,096 in all; one byte ends the text. */
export const LONGEST_PAYLOAD = RECORD - HEADER - TAG - 1
/** Messages are padded to a multiple of this, so that their length says little. */
const STEP = 512

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Throws if the browser's key is not a point of the curve. `fixed`: for known examples. */
export function encryptPush(
  payload: Buffer,
  keys: BrowserKeys,
  fixed?: { salt: Buffer; privateKey: Buffer; isPadded: boolean },
): Buffer {
  const browser = Buffer.from(keys.p256dh, 'base64url')
  const sender = createECDH('prime256v1')
  if (fixed) sender.setPrivateKey(fixed.privateKey)
  else sender.generateKeys()
  const salt = fixed?.salt ?? randomBytes(16)
  const own = sender.getPublicKey()
  const secret = derive(
    sender.computeSecret(browser),
    Buffer.from(keys.auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), browser, own]),
    32,
  )
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD)
  return Buffer.concat([
    salt,
    size,
    Buffer.from([own.length]),
    own,
    cipher.update(Buffer.concat([payload, Buffer.from([2]), paddingOf(payload.length, fixed)])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function paddingOf(length: number, fixed?: { isPadded: boolean }): Buffer {
  if (fixed?.isPadded === false) return Buffer.alloc(0)
  const padded = Math.min(Math.ceil(length / STEP) * STEP, LONGEST_PAYLOAD)
  return Buffer.alloc(Math.max(0, padded - length))
}

export function isBrowserKey(p256dh: string): boolean {
  try {
    const probe = createECDH('prime256v1')
    probe.generateKeys()
    probe.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
