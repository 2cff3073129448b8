/**
 * Passkeys in the browser. The helper library loads when one is used: the sign-in page stays light.
 */
import type { PasskeyAnswer, PasskeyMade, PasskeyOptions } from '#contract/passkey'

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

/** Makes a passkey; null when the person cancelled, or has one here already. */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyMade | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // made by the same library on the server
  const optionsJSON = options as unknown as Options<typeof startRegistration>
  const made = await startRegistration({ optionsJSON }).catch(() => null)
  return made && { ...made, clientExtensionResults: { ...made.clientExtensionResults } }
}
