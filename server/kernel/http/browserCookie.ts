/**
 * A random name in a cookie of the browser. A code, a second step or a provider sign-in works only
 * in the browser where it began, and failed attempts elsewhere do not lock out a person's own
 * browser. The cookie is not a session. Only its hash is stored.
 */
import '@fastify/cookie'
import { createHash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface BrowserCookie {
  name: string
  options: CookieSerializeOptions
}

const YEAR_SECONDS = 365 * 86_400

/** `isFramed`: other sites may frame the page, so the cookie needs SameSite=None. */
export function browserCookie(publicUrl: string, isFramed: boolean): BrowserCookie {
  const secure = publicUrl.startsWith('https:')
  const crossSite = secure && isFramed
  return {
    name: secure ? '__Host-plantroom-browser' : 'plantroom-browser',
    options: {
      path: '/',
      httpOnly: true,
      secure,
      sameSite: crossSite ? 'none' : 'lax',
      partitioned: crossSite,
      maxAge: YEAR_SECONDS,
    },
  }
}

const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url')

/** The hash of the request's cookie. Null if the client sent none. */
export function browserOf(request: FastifyRequest, { name }: BrowserCookie): string | null {
  const value = request.cookies[name]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? hashOf(value) : null
}

export function nameBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: BrowserCookie,
): void {
  if (browserOf(request, cookie) !== null) return
  void reply.setCookie(cookie.name, randomBytes(32).toString('base64url'), cookie.options)
}
