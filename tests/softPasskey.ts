/**
 * A passkey in software: answers challenges like a browser with an authenticator (WebAuthn, ES256).
 */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyAnswer, PasskeyMade, PasskeyOptions } from '#contract/auth/passkey.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

interface Circumstances {
  origin?: string
  rpId?: string
  isVerified?: boolean
  /** Set it back to imitate a copied key. */
  counter?: number
}

export class SoftPasskey {
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = randomBytes(16).toString('base64url')
  #counter = 0

  constructor(readonly party = { id: 'localhost', origin: 'http://localhost' }) {}

  make(options: PasskeyOptions, facts: Circumstances = {}): PasskeyMade {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' })
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    )
    const id = Buffer.from(this.id, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const authData = Buffer.concat([this.#head(HAS_KEY, facts), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    const attestationObject = Buffer.from(
      isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
    ) // its type leaves nested maps out
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#client('webauthn.create', options, facts).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  answer(options: PasskeyOptions, facts: Circumstances = {}): PasskeyAnswer {
    this.#counter = facts.counter ?? this.#counter + 1
    const authData = this.#head(0, facts)
    const client = this.#client('webauthn.get', options, facts)
    const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256')
          .update(signed)
          .sign(this.#pair.privateKey)
          .toString('base64url'),
      },
    }
  }

  #head(flags: number, { rpId = this.party.id, isVerified = true }: Circumstances): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const all = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter])
  }

  #client(
    type: string,
    { challenge }: PasskeyOptions,
    { origin = this.party.origin }: Circumstances,
  ): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}

const bytes = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'))
