/**
 * The browser's own cookie: a random name it carries, so that a code, a second step or a journey to
 * a provider works only where it was begun, and tries from elsewhere do not lock a person out of
 * the browser they use. It is no session: whoever has it is nobody yet. Only its hash is kept.
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

/**
 * `isFramed`: other sites may hold the page in a frame, where a browser sends only what says that
 * it may travel so.
 */
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

/** The hash of the cookie the request carries; null for a client without it. */
export function browserOf(request: FastifyRequest, { name }: BrowserCookie): string | null {
  const value = request.cookies[name]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? hashOf(value) : null
}

/** From now on this browser can be told from others; one that has its cookie keeps it. */
export function nameBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: BrowserCookie,
): void {
  if (browserOf(request, cookie) !== null) return
  void reply.setCookie(cookie.name, randomBytes(32).toString('base64url'), cookie.options)
}
