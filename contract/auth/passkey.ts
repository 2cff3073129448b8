/** The JSON form of WebAuthn messages (Level 3, section 5.1). */
import { z } from 'zod'

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'Not base64url')
    .meta({ example: 'AAAA' })

/**
 * The page passes these unchanged to `navigator.credentials`; the server's library creates them.
 */
export const passkeyOptions = z.record(z.string(), z.unknown())
export type PasskeyOptions = z.output<typeof passkeyOptions>

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.record(z.string().max(60), z.unknown()).optional(),
}

/** A passkey's response to a challenge. Unknown fields of newer browsers are dropped. */
export const passkeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(2_000),
    userHandle: base64url(200).nullish(),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

export const passkeyMade = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(60_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type PasskeyMade = z.output<typeof passkeyMade>

/** A typed code: an authenticator's six digits, or a recovery code with its hyphen. */
export const codeText = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\w\s-]+$/, 'Not a code')
  .meta({ example: '123456' })
