import { afterEach, expect, it, vi } from 'vitest'
import type { PasskeyOptions } from '#contract/auth/passkey.ts'
import { makePasskey } from './passkey.ts'

const asked = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Plantroom' },
  user: { id: 'AAAA', name: 'a@b.cz', displayName: 'A' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [{ id: 'AAAA', type: 'public-key' }],
} as unknown as PasskeyOptions

function browserThatThrows(name: string): void {
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: () => Promise.reject(new DOMException('', name)) },
  })
}
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

it.each([
  ['InvalidStateError', 'passkeyHere'],
  ['NotAllowedError', 'noAnswer'],
])('the passkey dialog says of a browser that refuses with %s: %s', async (name, why) => {
  browserThatThrows(name)
  expect(await makePasskey(asked)).toBe(why)
})
