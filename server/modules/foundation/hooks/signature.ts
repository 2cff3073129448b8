import { createHmac } from 'node:crypto'

/** `t` in seconds. The receiver computes the same over `t.body` and refuses old calls. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
