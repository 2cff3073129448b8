/** Passkeys in the browser. The library loads on first use, to keep the sign-in page light. */
import type { PasskeyAnswer, PasskeyMade, PasskeyOptions } from '#contract/auth/passkey.ts'

type Options<F extends (options: never) => unknown> = Parameters<F>[0] extends {
  optionsJSON: infer O
}
  ? O
  : never

/** False on insecure pages and in old browsers; other methods are offered there. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Asks for a passkey's signature. Null if the person cancels or no passkey answers. */
export async function askPasskey(options: PasskeyOptions): Promise<PasskeyAnswer | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Options<typeof startAuthentication>
  const answer = await startAuthentication({ optionsJSON }).catch(() => null)
  return answer && { ...answer, clientExtensionResults: { ...answer.clientExtensionResults } }
}

/**
 * Why no passkey was created: the person cancelled or nothing answered, or the device has one
 * already.
 */
export type NoPasskey = 'noAnswer' | 'passkeyHere'

export async function makePasskey(options: PasskeyOptions): Promise<PasskeyMade | NoPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as Options<typeof startRegistration>
  try {
    const made = await startRegistration({ optionsJSON })
    return { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
  } catch (error) {
    // The browser's error for a device that holds an excluded key.
    return error instanceof Error && error.name === 'InvalidStateError' ? 'passkeyHere' : 'noAnswer'
  }
}
