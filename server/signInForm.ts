/**
 * Handles the sign-in form if the user submits it before the script has loaded. It makes the same
 * API call as the page. Then it returns the application with the session, or redirects to the form
 * with the error. After the redirect, Back and reload submit nothing twice.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusedEmailCookie } from '#contract/auth/pageCookies.ts'
import { isLanguage } from '#contract/languages.ts'
import { prefix } from '#contract/rules/truncate.ts'
import { escaped, LONGEST_COMPANY, sendPage, type Pages } from './signInPage.ts'

const LONGEST_FORM = 8 * 1024
/** Maximum length of an email address (contract/rules/email). */
const LONGEST_EMAIL = 254
/** Seconds. Enough for the browser to follow the redirect. */
const EMAIL_KEPT = 30

export async function answerSignInForm(http: FastifyInstance, pages: Pages): Promise<void> {
  await http.register(async (form) => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    )
    // The body is too long or not a form. The browser must show a page, not JSON.
    form.setErrorHandler((_error, _request, reply) => reply.redirect('/login?refused=500', 303))
    form.post('/login', async (request, reply) => {
      const { body } = request
      if (pages.signIn.size === 0 || !(body instanceof URLSearchParams) || !isOwnForm(request))
        return reply.redirect('/login', 303)
      const email = body.get('email')?.trim() ?? ''
      const next = body.get('next') ?? '/'
      const source = prefix(body.get('source') ?? '', 40) || 'web'
      const company = prefix(body.get('company') ?? '', LONGEST_COMPANY)
      const answer = await http.inject({
        method: 'POST',
        url: '/api/public/login',
        remoteAddress: request.ip,
        headers: {
          ...(request.headers.cookie === undefined ? {} : { cookie: request.headers.cookie }),
          'user-agent': request.headers['user-agent'] ?? '',
        },
        payload: { email, password: body.get('password') ?? '', source },
      })
      const cookies = answer.headers['set-cookie']
      if (cookies !== undefined) void reply.header('set-cookie', cookies)
      if (answer.statusCode !== 200)
        return backToTheForm(reply, {
          refused: String(answer.statusCode),
          email,
          next,
          source,
          company,
          lang: body.get('lang'),
        })
      const handed = escaped(JSON.stringify({ ...answer.json<object>(), email, next }))
      const application = pages.application.replace(
        'name="plantroom:handed-over" content=""',
        () => `name="plantroom:handed-over" content="${handed}"`, // a function, so that `$` is not a replacement pattern
      )
      return sendPage(reply, application, 'no-store') // the page contains the session
    })
  })
}

/** Keeps the typed email out of the URL. */
function backToTheForm(
  reply: FastifyReply,
  of: Readonly<Record<'refused' | 'email' | 'next' | 'source' | 'company', string>> & {
    lang: string | null
  },
): FastifyReply {
  const { refused, email, next, source, company, lang } = of
  const query = new URLSearchParams({
    refused,
    ...(next === '/' ? {} : { next }),
    ...(source === 'web' ? {} : { source }),
    ...(company === '' ? {} : { company }),
    ...(isLanguage(lang) ? { lang } : {}),
  })
  return reply
    .setCookie(refusedEmailCookie, prefix(email, LONGEST_EMAIL), {
      path: '/login',
      maxAge: EMAIL_KEPT,
      httpOnly: true,
      sameSite: 'strict',
    })
    .redirect(`/login?${query.toString()}`, 303)
}

/** Prevents CSRF: the form must come from this origin. */
export function isOwnForm({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
