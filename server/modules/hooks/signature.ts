/**
 * How the other side knows that a call is ours and fresh: HMAC-SHA256 over the moment and the body.
 */
import { createHmac } from 'node:crypto'

/** `t` in seconds; the receiver computes the same over `t.body` and refuses what is old. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
