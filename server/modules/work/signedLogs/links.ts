/**
 * Short-lived URL token of a sealed record. It contains what it opens, under this installation's
 * MAC.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Id } from '#contract/ids.ts'

const LINK_MINUTES = 15

interface Opens {
  companyId: Id<'company'>
  logId: Id<'procedureLog'>
}

const macOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`signed-log-link\n${text}`).digest()

export function makeToken(secret: string, { companyId, logId }: Opens, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + LINK_MINUTES * 60
  const text = `${companyId}.${logId}.${until}`
  return `${text}.${macOf(secret, text).toString('base64url')}`
}

/**
 * Returns null if the token is not from this installation, is for another record, or has expired.
 */
export function openToken(
  secret: string,
  token: string,
  logId: Id<'procedureLog'>,
  now: Date,
): Opens | null {
  const found = /^(\d{1,10})\.(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/.exec(token)
  if (found === null) return null
  const [, company = '', log = '', until = '', mac = ''] = found
  const expected = macOf(secret, `${company}.${log}.${until}`)
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  if (Number(log) !== logId || Number(until) * 1000 <= now.getTime()) return null
  return { companyId: Number(company) as Id<'company'>, logId }
}
