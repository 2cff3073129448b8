import { describe, expect, it } from 'vitest'
import { pushContactOf } from './contacts.ts'

const config = {
  pushContact: undefined,
  securityContact: undefined,
  mailFrom: 'Plantroom <plantroom@localhost>',
  publicUrl: 'http://localhost:4000',
}

describe('the contact for push services', () => {
  it.each([
    [{}, 'mailto:plantroom@localhost'],
    [{ publicUrl: 'https://plant.example.com' }, 'https://plant.example.com'],
    [{ mailFrom: 'Plant <plant@example.com>' }, 'mailto:plant@example.com'],
    [{ securityContact: 'mailto:safe@example.com' }, 'mailto:safe@example.com'],
    [{ pushContact: 'https://example.com/x' }, 'https://example.com/x'],
  ])('is, with %j, %s', (change, expected) => {
    expect(pushContactOf({ ...config, ...change })).toBe(expected)
  })
})
