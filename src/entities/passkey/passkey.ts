/**
 * Passkeys in the browser. The helper library loads when one is used: the sign-in page stays light.
 */
import type { PasskeyAnswer, PasskeyMade, PasskeyOptions } from '#contract/auth/passkey.ts'

type Options<F extends (options: never) => unknown> = Parameters<F>[0] extends {
  optionsJSON: infer O
}
  ? O
  : never

/** Only a secure page in a browser that knows them; elsewhere other ways are offered. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Asks a passkey to sign; null when the person cancelled or no passkey answered. */
export async function askPasskey(options: PasskeyOptions): Promise<PasskeyAnswer | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // made by the same library on the server
  const optionsJSON = options as unknown as Options<typeof startAuthentication>
  const answer = await startAuthentication({ optionsJSON }).catch(() => null)
  return answer && { ...answer, clientExtensionResults: { ...answer.clientExtensionResults } }
}

/** Why no passkey was made: the person cancelled or nothing answered, or the device holds one already. */
export type NoPasskey = 'noAnswer' | 'passkeyHere'

export async function makePasskey(options: PasskeyOptions): Promise<PasskeyMade | NoPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // made by the same library on the server
  const optionsJSON = options as unknown as Options<typeof startRegistration>
  try {
    const made = await startRegistration({ optionsJSON })
    return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
  } catch (error) {
    // by which the browser tells that a key of the list it was to leave out is on the device
    return error instanceof Error && error.name === 'InvalidStateError' ? 'passkeyHere' : 'noAnswer'
  }
}
