/** SHA-256 and Ed25519 with Web Crypto, available in browsers and Node. */
import serialize from 'canonicalize'
import { FORMAT, type Head, type Link } from './record.ts'

/** RFC 8785: the same text for equal values, regardless of key order. */
export function canonical(value: unknown): string {
  const text = serialize(value)
  if (text === undefined) throw new TypeError('Nothing to write down')
  return text
}

/** `format` separates domains, so a signature of a link is never valid for a head. */
export const linkText = ({ chain, sequence, previousHash, recordHash, keyId, sealedAt }: Link) =>
  canonical({
    format: `${FORMAT}/link`,
    chain,
    sequence,
    previousHash,
    recordHash,
    keyId,
    sealedAt,
  })
export const headText = ({ chain, sequence, hash, keyId, sealedAt }: Omit<Head, 'signature'>) =>
  canonical({ format: `${FORMAT}/head`, chain, sequence, hash, keyId, sealedAt })

const utf8 = new TextEncoder()

/** The used part of Web Crypto; a page loaded over plain http has none. */
function subtle(): SubtleCrypto {
  // The types promise it, but browsers provide it only over https and on localhost.
  const found = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined
  if (found === undefined) throw new NoCrypto()
  return found
}

export class NoCrypto extends Error {
  override name = 'NoCrypto'
}

export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === 'string' ? utf8.encode(data) : data
  return hex(new Uint8Array(await subtle().digest('SHA-256', bytes)))
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns null unless the text is base64url of that length. */
export function fromBase64Url(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null
  try {
    const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
    const bytes = Uint8Array.from(plain, (character) => character.charCodeAt(0))
    return bytes.length === length ? bytes : null
  } catch {
    return null
  }
}

export const keyIdOf = async (publicKey: Uint8Array<ArrayBuffer>): Promise<string> =>
  (await sha256(publicKey)).slice(0, 16)

/** Throws `NoCrypto` if the browser lacks Ed25519. */
export async function isSignedBy(
  publicKey: string,
  signature: string,
  text: string,
): Promise<boolean> {
  const raw = fromBase64Url(publicKey, 32)
  const given = fromBase64Url(signature, 64)
  if (raw === null || given === null) return false
  const web = subtle()
  let key: CryptoKey
  try {
    key = await web.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify'])
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') throw new NoCrypto()
    return false
  }
  return web.verify({ name: 'Ed25519' }, key, given, utf8.encode(text))
}
