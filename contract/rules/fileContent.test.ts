import { describe, expect, it } from 'vitest'
import { mimeOf } from './fileContent.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))

describe('the type of a file comes from its first bytes', () => {
  it.each([
    ['image/png', bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'rest'), 'image/png'],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    ['image/gif', bytes('GIF89a'), 'image/gif'],
    ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '), 'image/webp'],
    ['application/pdf', bytes('%PDF-1.7'), 'application/pdf'],
    ['image/png', bytes('<script>alert(1)</script>'), 'application/octet-stream'],
    ['application/pdf', bytes('MZ'), 'application/octet-stream'],
    ['image/png', bytes(''), 'application/octet-stream'],
    ['text/csv', bytes('a,b'), 'text/csv'],
    ['not a type', bytes('x'), 'application/octet-stream'],
  ])('declared as %s', (declared, head, mime) => expect(mimeOf(declared, head)).toBe(mime))
})
