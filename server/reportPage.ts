/**
 * Serves the pages of labels (`/r/{code}`) and of reports (`/reported/{secret}`) to browsers
 * without a session. They make the same API calls as any client.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signedInCookie } from '#contract/auth/pageCookies.ts'
import type { ReportAnswer, ReportPage } from '#contract/labelReports.ts'
import type { Clock } from '#ports/clock.ts'
import { answerPage, busyPage, gonePage, labelPage, type Given, type Notice } from './reportHtml.ts'
import { isOwnForm } from './signInForm.ts'
import { languageFor, sendForm, sendPage, type Pages } from './signInPage.ts'

/** 2,000 characters of any script, encoded as in a form. */
const LONGEST_FORM = 32 * 1024
/** Seconds. A limit of reports lasts an hour or a day, the refusal of a network seconds. */
const LONGEST_BURST = 60
const MAX_PHONES = 1_000

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
  /** Phone numbers by the address of pages that were shown, for when a network is refused. */
  const phones = new Map<string, string>()
  const keepPhone = (path: string, phone: string) => {
    phones.delete(path)
    phones.set(path, phone)
    const oldest = phones.size > MAX_PHONES ? phones.keys().next().value : undefined
    if (oldest !== undefined) phones.delete(oldest)
  }
  const sendBusy = (
    request: FastifyRequest,
    reply: FastifyReply,
    of: { path: string; after: unknown; given?: Given | null; fixed?: string },
  ) => {
    const { path, after, given = null, fixed = '' } = of
    const page = busyPage({
      ...shownTo(request),
      path,
      phone: phones.get(path) ?? '',
      given,
      fixed,
    })
    const seconds = typeof after === 'string' ? after : '5'
    return sendForm(reply.status(429).header('retry-after', seconds), page, 'no-store')
  }
  const sendGone = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply.status(404), gonePage(shownTo(request)), 'no-store')

  const sendLabel = async (
    request: Coded,
    reply: FastifyReply,
    refused: Refused = { notice: null, given: null, status: 200 },
  ) => {
    const code = codeOf(request)
    const path = `/r/${code}`
    const answer = await call(request, reply, `/api/public/label/${code}`)
    if (answer.statusCode === 429)
      return sendBusy(request, reply, {
        path,
        after: answer.headers['retry-after'],
        given: refused.given,
      })
    if (answer.statusCode !== 200) {
      phones.delete(path)
      return sendGone(request, reply)
    }
    const shown = answer.json<ReportPage>()
    keepPhone(path, shown.phone)
    const page = labelPage(shown, {
      ...shownTo(request),
      path,
      key: randomBytes(16).toString('hex'),
      notice: refused.notice,
      given: refused.given,
    })
    return sendForm(reply.status(refused.status), page, 'no-store')
  }
  const sendAnswer = async (
    request: Coded,
    reply: FastifyReply,
    { notice, status }: { notice: 'answerFailed' | 'foreign' | null; status: number },
  ) => {
    const secret = encodeURIComponent(request.params['*'])
    const path = `/reported/${secret}`
    const answer = await call(request, reply, `/api/public/reported/${secret}`)
    if (answer.statusCode === 429)
      return sendBusy(request, reply, { path, after: answer.headers['retry-after'] })
    if (answer.statusCode !== 200) return sendGone(request, reply)
    const shown = answer.json<ReportAnswer>()
    keepPhone(path, shown.phone)
    const page = answerPage(shown, { ...shownTo(request), path, notice })
    return sendForm(reply.status(status), page, 'no-store')
  }

  await http.register(async (form) => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    )
    form.setErrorHandler((error: { statusCode?: number }, request: Coded, reply) => {
      if (error.statusCode !== 413) throw error
      return sendLabel(request, reply, { notice: 'failed', given: null, status: 413 })
    })
    form.get('/R/*', (request: Coded, reply) => reply.redirect(`/r/${codeOf(request)}`, 302))
    form.get('/r/*', async (request: Coded, reply) => {
      if (pages.report === '') return sendPage(reply, pages.application)
      // A guest of another company is signed in, but its label opens nothing there.
      const isStaff =
        request.cookies[signedInCookie] !== undefined && !queryOf(request).has('guest')
      return isStaff ? sendPage(reply, pages.application) : sendLabel(request, reply)
    })
    form.post('/r/*', async (request: Coded, reply) => {
      const { body } = request
      const code = codeOf(request)
      if (!(body instanceof URLSearchParams)) return reply.redirect(`/r/${code}`, 303)
      const given = givenIn(body)
      if (!isOwnForm(request))
        return sendLabel(request, reply, {
          notice: 'foreign',
          // A form of another site would choose what the reporter sends.
          given: hasNoOrigin(request) ? given : null,
          status: 403,
        })
      const { key, again } = given
      const answer = await call(request, reply, `/api/public/label/${code}`, {
        ...given,
        again: again === '' ? undefined : again,
      })
      if (answer.statusCode === 200) return reply.redirect(`/reported/${key}`, 303)
      if (answer.statusCode === 404) return sendGone(request, reply)
      const status = answer.statusCode === 429 ? 429 : 400
      const after = answer.headers['retry-after']
      if (status === 429 && Number(after) <= LONGEST_BURST)
        return sendBusy(request, reply, { path: `/r/${code}`, after, given })
      if (after !== undefined) void reply.header('retry-after', after)
      return sendLabel(request, reply, {
        notice: status === 429 ? 'tooMany' : 'failed',
        given,
        status,
      })
    })
    form.get('/reported/*', (request: Coded, reply) =>
      sendAnswer(request, reply, { notice: null, status: 200 }),
    )
    form.post('/reported/*', async (request: Coded, reply) => {
      const { body } = request
      const secret = encodeURIComponent(request.params['*'])
      const path = `/reported/${secret}`
      const said = body instanceof URLSearchParams ? body.get('fixed') : null
      if (said !== 'yes' && said !== 'no') return reply.redirect(path, 303)
      if (!isOwnForm(request)) return sendAnswer(request, reply, { notice: 'foreign', status: 403 })
      const answer = await call(request, reply, `/api/public/reported/${secret}`, {
        isFixed: said === 'yes',
      })
      if (answer.statusCode === 429)
        return sendBusy(request, reply, {
          path,
          after: answer.headers['retry-after'],
          fixed: said,
        })
      return answer.statusCode === 200
        ? reply.redirect(path, 303)
        : sendAnswer(request, reply, { notice: 'answerFailed', status: 400 })
    })
  })
}

interface Refused {
  notice: Notice | null
  given: Given | null
  status: number
}

/** A reader that types the address of a label may use capitals. */
const codeOf = (request: Coded): string => encodeURIComponent(request.params['*'].toLowerCase())

const KEY = /^[0-9a-f]{32}$/

/** Browsers send CRLF, and a text area counts one character for each line end. */
function givenIn(body: URLSearchParams): Given {
  const of = (name: string) => (body.get(name) ?? '').replace(/\r\n?/g, '\n')
  const key = of('key')
  return {
    key: KEY.test(key) ? key : randomBytes(16).toString('hex'),
    problem: of('problem'),
    again: of('again'),
    words: of('words'),
    name: of('name'),
    phone: of('phone'),
  }
}

const hasNoOrigin = ({ headers }: FastifyRequest): boolean =>
  headers.origin === undefined && headers['sec-fetch-site'] === undefined

const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1] ?? '')
