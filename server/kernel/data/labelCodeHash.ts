import { createHash } from 'node:crypto'

/** Random codes need no salt: nobody can try 80 bits. */
export const hashOfCode = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')
