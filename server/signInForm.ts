/**
 * A press on the sign-in form before any script was there: the browser sends the form itself. It is
 * answered by the same call as the page's own, asked in its name, and then by a page: the
 * application with the session, or the form again with what was wrong.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escaped, filled, sendForm, sendPage, signInPageIn, type Pages } from './signInPage.ts'

const LONGEST_FORM = 8 * 1024

export async function answerSignInForm(http: FastifyInstance, pages: Pages): Promise<void> {
  await http.register(async (form) => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    )
    form.post('/login', async (request, reply) => {
      const page = signInPageIn(request, pages)
      const { body } = request
      if (page === undefined || !(body instanceof URLSearchParams) || !isOwn(request))
        return reply.redirect('/login', 303)
      const email = body.get('email')?.trim() ?? ''
      const next = body.get('next') ?? '/'
      const source = body.get('source')?.slice(0, 40) || 'web'
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
      if (answer.statusCode !== 200) {
        const after = answer.headers['retry-after']
        if (after !== undefined) void reply.header('retry-after', after)
        const refused = withRefusal(page, answer.statusCode, { email, next, source })
        return sendForm(reply.status(answer.statusCode), refused, 'no-store')
      }
      const handed = escaped(JSON.stringify({ ...answer.json<object>(), email, next }))
      const application = pages.application.replace(
        'name="plantroom:handed-over" content=""',
        () => `name="plantroom:handed-over" content="${handed}"`, // `$` in it stands for itself
      )
      return sendPage(reply, application, 'no-store') // it holds the session
    })
  })
}

/** Sent by this very page: a form on another site must not sign anybody in. */
function isOwn({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** What the page says itself where its script is there (features/auth/firstPage). */
function withRefusal(
  page: string,
  status: number,
  typed: Readonly<Record<'email' | 'next' | 'source', string>>,
): string {
  const words = JSON.parse(/id="words">([^<]*)</.exec(page)?.[1] ?? '{}') as Record<string, string>
  const why =
    status === 400 || status === 401
      ? words['notices:wrongPassword']
      : status === 429
        ? `${words['notices:tooManyRequests']} ${words['notices:pauseMinutes']}`
        : words['notices:loginFailed']
  return filled(page, typed).replace(
    /<form[^>]*>/,
    (form) => `${form}<p class="${noteClass(page)}" role="alert">${escaped(why ?? '')}</p>`,
  )
}

/** As the build named it: it stands beside the words. */
const noteClass = (page: string): string => /data-note="([^"]*)"/.exec(page)?.[1] ?? ''
