import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '#contract/languages.ts'
import { languageCookie } from '#contract/auth/pageCookies.ts'
import { statusWord } from '#contract/equipment/statusWords.ts'

export interface Pages {
  application: string
  /** Sign-in pages by language. Empty if the build has none. */
  signIn: ReadonlyMap<Language, string>
  /** The page of a label, to be filled. Empty if the build has none. */
  report: string
}

export const sendPage = (
  reply: FastifyReply,
  page: string,
  caching: 'no-cache' | 'no-store' = 'no-cache',
): FastifyReply =>
  reply
    .header('cache-control', caching)
    .header('vary', 'accept, accept-language, cookie, sec-fetch-dest')
    .type('text/html; charset=utf-8')
    .send(page)

/**
 * The form must send its origin, also over plain HTTP, to be told apart from forms of other sites.
 */
export const sendForm: typeof sendPage = (reply, page, caching) =>
  sendPage(reply.header('referrer-policy', 'same-origin'), page, caching)

/**
 * The language chosen in this browser, or else the first supported language of Accept-Language.
 */
export function languageFor(request: FastifyRequest, asked: string | null): Language {
  const chosen = [asked, request.cookies[languageCookie]].find(isLanguage)
  return chosen ?? preferred(request.headers['accept-language'] ?? '') ?? 'en'
}

export const signInPageIn = (
  request: FastifyRequest,
  pages: Pages,
  asked: string | null = null,
): string | undefined => pages.signIn.get(languageFor(request, asked))

/** `he-IL,he;q=0.9,en;q=0.8` gives `he`. Reads at most 500 characters. */
export function preferred(header: string): Language | undefined {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
      const weight = Number(/^\s*q=([\d.]+)$/.exec(rest.join(';'))?.[1] ?? 1)
      const [short = ''] = tag.split('-')
      return { short: short === 'iw' ? 'he' : short, weight }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ short }) => short)
    .find(isLanguage)
}

/** A uuid, as in the company's own sign-in URL. */
export const LONGEST_COMPANY = 36

export const fillPage = (page: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce(
    (html, [name, value]) =>
      html.replace(
        new RegExp(`(<input[^>]*\\bname="${name}"[^>]*\\bvalue=")[^"]*`),
        (_, start: string) => start + escaped(value),
      ),
    page,
  )

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Inserts the error of a form sent without script, with the script's wording. */
export function withRefusal(page: string, status: string): string {
  const words = JSON.parse(/id="words">([^<]*)</.exec(page)?.[1] ?? '{}') as Record<string, string>
  const why =
    status === '400' || status === '401'
      ? words['notices:wrongPassword']
      : status === '429'
        ? `${words['notices:tooManyRequests']} ${words['notices:pauseMinutes']}`
        : words[`notices:${statusWord(Number(status) || null)}`]
  return page.replace(
    /<form[^>]*>/,
    (form) => `${form}<p class="${noteClass(page)}" role="alert">${escaped(why ?? '')}</p>`,
  )
}

/** The class name that the build generated, stored next to the texts. */
const noteClass = (page: string): string => /data-note="([^"]*)"/.exec(page)?.[1] ?? ''
