/**
 * Serves the built page. A browser without a session gets the sign-in page, whose form is in the
 * HTML; other browsers get the application.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLanguage, languages } from '#contract/languages.ts'
import { refusedEmailCookie, signedInCookie } from '#contract/auth/pageCookies.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { prefix } from '#contract/rules/truncate.ts'
import type { Clock } from '#ports/clock.ts'
import { answerReportPages } from './reportPage.ts'
import { answerSignInForm } from './signInForm.ts'
import {
  fillPage,
  LONGEST_COMPANY,
  sendForm,
  sendPage,
  signInPageIn,
  withRefusal,
  type Pages,
} from './signInPage.ts'

const CODE_READER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

interface Told {
  frameAncestors: readonly string[]
  /**
   * The sign-in page reserves space for the demo's accounts, so that nothing moves when they load.
   */
  isDemo: boolean
  clock: Clock
}

export async function servePage(
  http: FastifyInstance,
  folder: string | undefined,
  told: Told,
): Promise<void> {
  const pages = folder === undefined ? null : pagesIn(folder, told)
  if (folder !== undefined && pages !== null) {
    await http.register(fastifyStatic, {
      root: folder,
      index: false,
      serve: false,
      preCompressed: true,
      // Names of built files contain a hash; all others are revalidated.
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        // A worker has its own policy: the code reader runs WebAssembly, the page does not.
        if (/\/assets\/decode\.worker-[\w-]+\.js(\.\w+)?$/.test(path))
          reply.header('content-security-policy', CODE_READER_POLICY)
      },
    })
    // One route for all files, because a route for each takes a quarter of a second.
    http.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) =>
      reply.sendFile(`assets/${file}`),
    )
    await answerSignInForm(http, pages)
    await answerReportPages(http, pages, told.clock)
  }
  http.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    // A call to a wrong API path must not get the page as its answer. No screen has `api` in its
    // path.
    const wantsPage =
      pages !== null &&
      request.method === 'GET' &&
      !path.split('/').includes('api') &&
      !/\.\w+$/.test(path)
    const isFile =
      pages !== null &&
      folder !== undefined &&
      isTopFile.test(path) &&
      existsSync(join(folder, path))
    if (isFile && ['GET', 'HEAD'].includes(request.method)) return reply.sendFile(path.slice(1))
    if (wantsPage) {
      const form = signInPageFor(request, pages)
      if (form === undefined) return sendPage(reply, pages.application)
      if (request.cookies[refusedEmailCookie] === undefined) return sendForm(reply, form)
      return sendForm(reply.clearCookie(refusedEmailCookie, { path: '/login' }), form, 'no-store')
    }
    return reply.status(404).send({
      message: 'There is nothing here.',
      errors: [{ path: '', code: 'notThere' satisfies RefusalCode, message: 'route' }],
    })
  })
}

/**
 * Reads the pages of the current build: an older page references deleted files and would stay
 * blank. While a build is being replaced, the last one is served.
 */
function pagesIn(folder: string, told: Told): Pages | null {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return null
  let builtAt = statSync(index).mtimeMs
  let pages = readPages(folder, told)
  const now = (): Pages => {
    const newest = statSync(index, { throwIfNoEntry: false })?.mtimeMs
    if (newest === undefined || newest === builtAt) return pages
    pages = readPages(folder, told)
    builtAt = newest
    return pages
  }
  return {
    get application() {
      return now().application
    },
    get signIn() {
      return now().signIn
    },
    get report() {
      return now().report
    },
  }
}

/**
 * Inserts the origins that may embed the page. The configuration validates them, so they cannot
 * break out of the attribute.
 */
function readPages(folder: string, { frameAncestors, isDemo }: Omit<Told, 'clock'>): Pages {
  const read = (name: string) =>
    readFileSync(join(folder, name), 'utf8').replace(
      'name="plantroom:embed-origins" content=""',
      `name="plantroom:embed-origins" content="${frameAncestors.join(' ')}"`,
    )
  const written = languages.filter((language) =>
    existsSync(join(folder, `signIn.${language}.html`)),
  )
  const signIn = (language: string) =>
    read(`signIn.${language}.html`).replace('<html ', isDemo ? '<html data-demo ' : '<html ')
  return {
    application: read('index.html'),
    report: existsSync(join(folder, 'report.html')) ? read('report.html') : '',
    signIn: new Map(written.map((language) => [language, signIn(language)])),
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''

const isTopFile = /^\/\w[\w.-]*\.\w+$/

/** Screens that need no session (src/lib/paths); a test compares both. */
export const openScreens =
  /^\/(logout|setup|reset-password|outbox|auth0-callback|auth-callback|second-step|invitation)(\/|$)|^\/signed-log\/./
/** Sign-in methods that only the application handles, and parameters of links from other pages. */
const ofTheApplication = ['token', 'way', 'code', 'error', 'embedded']

/**
 * Returns the sign-in page if a browser without a session opens an address. Frames get the
 * application, because their session may not use cookies. So do requests of scripts.
 */
function signInPageFor(request: FastifyRequest, pages: Pages): string | undefined {
  const { accept = '', 'sec-fetch-dest': destination = 'document' } = request.headers
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  if (!accept.includes('text/html') || destination !== 'document') return undefined
  if (request.cookies[signedInCookie] !== undefined) return undefined
  if (openScreens.test(pathOf(request))) return undefined
  if (ofTheApplication.some((name) => query.has(name))) return undefined
  const page = signInPageIn(request, pages, query.get('lang'))
  if (page === undefined) return undefined
  const refused = query.get('refused')
  const email = refused === null ? undefined : request.cookies[refusedEmailCookie]
  const form = fillPage(page, {
    ...wantedBy(pathOf(request), query),
    ...(email === undefined ? {} : { email }),
  })
  return refused === null ? form : withRefusal(form, refused)
}

/** Hidden fields for a form sent without script: the target path and where the user came from. */
function wantedBy(
  path: string,
  query: URLSearchParams,
): Record<'next' | 'source' | 'lang' | 'company', string> {
  const source = prefix(query.get('source') ?? '', 40) || 'web'
  const company = prefix(query.get('company') ?? '', LONGEST_COMPANY)
  const asked = query.get('lang')
  const lang = isLanguage(asked) ? asked : ''
  if (path === '/login') return { next: query.get('next') ?? '/', source, lang, company }
  query.delete('lang')
  return {
    next: query.size === 0 ? path : `${path}?${query.toString()}`,
    source,
    lang,
    company: '',
  }
}
