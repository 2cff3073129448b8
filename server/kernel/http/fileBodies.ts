import '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { browserOf, nameBrowser, type BrowserCookie } from './browserCookie.ts'
import { badInput } from './errors.ts'
import { networkOf } from '#kernel/access/attemptLimits.ts'
import { truncateFileName } from '#contract/rules/truncate.ts'

interface Upload {
  name: string
  mime: string
  bytes: Readable
  /** True once `bytes` exceeded the limit. */
  tooLarge(): boolean
}

export interface Wire {
  readonly finished: boolean
  /** The caller's network (IPv6: the /64), for rate limits and the security log. */
  readonly from: string
  /** The caller's full address, for lists of allowed addresses. Empty if it has disconnected. */
  readonly address: string
  /** Hash of the browser's own cookie. Null if the client stores none (kernel/http/browserCookie.ts). */
  readonly browser: string | null
  /** The Origin header. Null if the client is not a browser. */
  readonly origin: string | null
  /** Sets the browser's cookie with this answer, unless it has one. */
  nameBrowser(): void
  /** Bearer of a public call (an identity token). Null without one. */
  readonly bearer: string | null
  upload(maximum: number): Promise<Upload>
  download(file: {
    name: string
    mime: string
    bytes: Readable | string
    inline?: boolean
    /** A quoted entity tag. A caller that has it already gets 304 without a body. */
    etag?: string
  }): string
  /**
   * Answers with server-sent events. `begin` receives functions to send and to end, and returns a
   * function for the end of the stream. It may refuse.
   */
  events(begin: (send: (data: string) => void, end: () => void) => () => void): string
  /** Sends the fresh token in the header of every sign-in (decisions, 'Session'). */
  token(token: string): void
}

const HEARTBEAT_MILLISECONDS = 20_000

export function makeWire(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: BrowserCookie,
): Wire {
  let finished = false
  return {
    get finished() {
      return finished
    },
    from: networkOf(request.ip),
    address: request.ip ?? '',
    browser: browserOf(request, cookie),
    origin: request.headers.origin ?? null,
    nameBrowser: () => nameBrowser(request, reply, cookie),
    bearer: /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
    async upload(maximum) {
      if (!request.isMultipart())
        throw badInput('body', 'notMultipart', 'Send one file as multipart/form-data.')
      const part = await request.file({
        limits: { fileSize: maximum, files: 1, fields: 0, parts: 1 },
      })
      if (!part || part.fieldname !== 'file')
        throw badInput('body.file', 'required', 'The field `file` is missing.')
      // A browser may send a path; only its last part is the name. Removes control characters and
      // those that change the direction of text.
      const name =
        truncateFileName(
          (part.filename || 'file')
            .replace(/^.*[/\\]/, '')
            .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ''),
          200,
        ) || 'file'
      return { name, mime: part.mimetype, bytes: part.file, tooLarge: () => part.file.truncated }
    },
    download({ name, mime, bytes, inline = false, etag }) {
      finished = true
      if (etag !== undefined) {
        reply.header('etag', etag).header('cache-control', 'private, no-cache')
        if (isNamed(etag, request.headers['if-none-match'])) {
          reply.code(304).send()
          return ''
        }
      }
      reply
        .header('content-type', mime)
        .header('x-content-type-options', 'nosniff')
        .header(
          'content-disposition',
          `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
        )
      reply.send(bytes)
      return ''
    },
    events(begin) {
      // Before the answer begins, so that a refusal can still be sent.
      const atEnd = begin(
        (data) => void reply.raw.write(`data: ${data}\n\n`),
        () => void reply.raw.end(),
      )
      finished = true
      reply.hijack()
      reply.raw.writeHead(200, {
        ...pick(reply.getHeaders()),
        'content-type': 'text/event-stream',
        // A compressing proxy (HAProxy 2.6) holds the end of each event until the next one.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      reply.raw.write(': open\n\n')
      // Not a job: it lives as long as this stream.
      const heartbeat = setInterval(
        () => void reply.raw.write(': still here\n\n'),
        HEARTBEAT_MILLISECONDS,
      )
      reply.raw.on('close', () => {
        clearInterval(heartbeat)
        atEnd()
      })
      return ''
    },
    token: (token) => void reply.header('authorization', `Bearer ${token}`),
  }
}

/** `asked`: If-None-Match, a list of weak and strong entity tags (RFC 9110, 13.1.2). */
const isNamed = (etag: string, asked: string | undefined): boolean =>
  (asked ?? '').split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')))

function pick(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
