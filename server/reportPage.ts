/**
 * Serves the pages of labels (`/r/{code}`) and of reports (`/reported/{secret}`) to browsers
 * without a session. They make the same API calls as any client.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signedInCookie } from '#contract/auth/pageCookies.ts'
import type { ReportAnswer, ReportPage } from '#contract/labelReports.ts'
import type { Clock } from '#ports/clock.ts'
import { answerPage, gonePage, labelPage, type Notice } from './reportHtml.ts'
import { isOwnForm } from './signInForm.ts'
import { languageFor, sendForm, sendPage, type Pages } from './signInPage.ts'

const LONGEST_FORM = 16 * 1024

/** A wildcard, because the router would not find long parameters. */
type Coded = FastifyRequest<{ Params: { '*': string } }>

export async function answerReportPages(
  http: FastifyInstance,
  pages: Pages,
  clock: Clock,
): Promise<void> {
  const shownTo = (request: FastifyRequest) => ({
    template: pages.report,
    language: languageFor(request, queryOf(request).get('lang')),
    now: clock.now(),
  })
  /** The call of the API in the name of this browser, with its cookies and address. */
  const call = async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    body?: object,
  ) => {
    const { cookie, 'user-agent': agent } = request.headers
    const answer = await http.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: path,
      remoteAddress: request.ip,
      headers: {
        ...(cookie === undefined ? {} : { cookie }),
        ...(agent === undefined ? {} : { 'user-agent': agent }),
      },
      ...(body === undefined ? {} : { payload: body }),
    })
    const cookies = answer.headers['set-cookie']
    if (cookies !== undefined) void reply.header('set-cookie', cookies)
    return answer
  }
  const sendGone = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply.status(404), gonePage(shownTo(request)), 'no-store')

  const sendLabel = async (request: Coded, reply: FastifyReply, notice: Notice | null = null) => {
    const code = encodeURIComponent(request.params['*'])
    const answer = await call(request, reply, `/api/public/label/${code}`)
    if (answer.statusCode === 429) return sendBusy(reply, answer.headers['retry-after'])
    if (answer.statusCode !== 200) return sendGone(request, reply)
    const page = labelPage(answer.json<ReportPage>(), {
      ...shownTo(request),
      path: `/r/${code}`,
      key: randomBytes(16).toString('hex'),
      notice,
    })
    return sendForm(notice === 'tooMany' ? reply.status(429) : reply, page, 'no-store')
  }

  await http.register(async (form) => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    )
    form.get('/r/*', async (request: Coded, reply) => {
      if (pages.report === '') return sendPage(reply, pages.application)
      // A guest of another company is signed in, but its label opens nothing there.
      const isStaff =
        request.cookies[signedInCookie] !== undefined && !queryOf(request).has('guest')
      return isStaff ? sendPage(reply, pages.application) : sendLabel(request, reply)
    })
    form.post('/r/*', async (request: Coded, reply) => {
      const { body } = request
      const code = encodeURIComponent(request.params['*'])
      if (!(body instanceof URLSearchParams) || !isOwnForm(request))
        return reply.redirect(`/r/${code}`, 303)
      const given = (name: string) => body.get(name) ?? ''
      const again = given('again')
      const answer = await call(request, reply, `/api/public/label/${code}`, {
        key: given('key'),
        problem: given('problem'),
        ...(again === '' ? {} : { again }),
        words: given('words'),
        name: given('name'),
        phone: given('phone'),
      })
      if (answer.statusCode === 200) return reply.redirect(`/reported/${given('key')}`, 303)
      if (answer.statusCode === 404) return sendGone(request, reply)
      return sendLabel(request, reply, answer.statusCode === 429 ? 'tooMany' : 'failed')
    })
    form.get('/reported/*', async (request: Coded, reply) => {
      const secret = encodeURIComponent(request.params['*'])
      const answer = await call(request, reply, `/api/public/reported/${secret}`)
      if (answer.statusCode === 429) return sendBusy(reply, answer.headers['retry-after'])
      if (answer.statusCode !== 200) return sendGone(request, reply)
      const page = answerPage(answer.json<ReportAnswer>(), {
        ...shownTo(request),
        path: `/reported/${secret}`,
      })
      return sendForm(reply, page, 'no-store')
    })
    form.post('/reported/*', async (request: Coded, reply) => {
      const { body } = request
      const secret = encodeURIComponent(request.params['*'])
      const said = body instanceof URLSearchParams ? body.get('fixed') : null
      if ((said === 'yes' || said === 'no') && isOwnForm(request))
        await call(request, reply, `/api/public/reported/${secret}`, { isFixed: said === 'yes' })
      return reply.redirect(`/reported/${secret}`, 303)
    })
  })
}

const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1] ?? '')

const sendBusy = (reply: FastifyReply, after: unknown): FastifyReply =>
  reply
    .status(429)
    .header('retry-after', typeof after === 'string' ? after : '5')
    .type('text/plain; charset=utf-8')
    .send('429')
