import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decrypt } from '#tests/pushService.ts'
import { encryptPush, isBrowserKey, LONGEST_PAYLOAD } from './encryptPush.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
/** RFC 8291, section 5 and appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  senderKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

describe('the encryption of a push message', () => {
  it('gives the bytes of the example of RFC 8291', () => {
    const body = encryptPush(Buffer.from(example.text), example, {
      salt: bytes(example.salt),
      privateKey: bytes(example.senderKey),
      isPadded: false,
    })
    expect(body.toString('base64url')).toBe(example.body)
  })

  it('is opened by the browser’s key alone, and texts of one step have one length', () => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const auth = bytes(example.auth)
    const keys = { p256dh: pair.getPublicKey('base64url'), auth: example.auth }
    const texts = ['', 'a', 'נפתחה קריאה', 'x'.repeat(512)]
    const sealed = texts.map((text) => encryptPush(Buffer.from(text), keys))
    expect(sealed.map((one) => decrypt(one, { pair, auth }).toString())).toEqual(texts)
    expect(new Set(sealed.slice(1).map(({ length }) => length)).size).toBe(1)
    const other = createECDH('prime256v1')
    other.generateKeys()
    expect(() => decrypt(sealed[1] ?? Buffer.alloc(0), { pair: other, auth })).toThrow(
      'unable to authenticate',
    )
    expect(encryptPush(Buffer.alloc(LONGEST_PAYLOAD, 1), keys)).toHaveLength(4_096)
  })

  it('takes no key that is not a point of the curve', () => {
    expect(isBrowserKey(example.p256dh)).toBe(true)
    expect(isBrowserKey(Buffer.alloc(65, 4).toString('base64url'))).toBe(false)
    expect(isBrowserKey('')).toBe(false)
  })
})
