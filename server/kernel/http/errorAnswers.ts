/**
 * Maps every failure of a request to the contract's error shape. No stack trace leaves the server.
 */
import type { FastifyInstance } from 'fastify'
import { LostBytes } from '#ports/files.ts'
import { FilesAway } from '#ports/s3Files.ts'
import { TimeSeriesAway } from '#ports/timeSeries.ts'
import { badInput, conflict, fileGone, refuseNotFound, Refusal } from './errors.ts'
import type { Log } from '#kernel/work/log.ts'
import { errorCodeOf } from '#db/errorCode.ts'
import { pathOfTaken } from '#kernel/data/uniqueFields.ts'

const FAILED = 500

export function answerFaults(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalFrom(error, request.body)
    if (error instanceof LostBytes)
      log.error(
        { key: error.key, why: error.why, url: request.routeOptions.url },
        'the bytes of a stored file are lost',
      )
    else if (isDiskFull(error))
      log.error({ err: error, url: request.routeOptions.url }, 'there is no room left on the disk')
    else if (isDatabaseAway(error))
      log.error({ err: error, url: request.routeOptions.url }, 'the database does not answer')
    else if (error instanceof TimeSeriesAway || error instanceof FilesAway)
      log.error({ err: error, url: request.routeOptions.url }, 'a store does not answer')
    else if (!refusal)
      log.error(
        { err: error, url: request.routeOptions.url, method: request.method },
        'a request failed',
      )
    const {
      status,
      message,
      errors,
      extra: { retryAfterSeconds, current },
    } = refusal ?? new Refusal(500, 'Internal error. Please try again later.')
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .send({
        message,
        errors,
        ...(current !== undefined && { current }),
        // the id of the log line; a header carries it with every response
        ...(status >= FAILED && { reference: request.id }),
      })
  })
}

function refusalFrom(error: unknown, body: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof LostBytes) return fileGone()
  if (isDiskFull(error)) return diskFull()
  if (error instanceof FilesAway) return filesAway()
  if (error instanceof TimeSeriesAway) return timeSeriesAway()
  if (isDatabaseAway(error)) return databaseAway()
  return fromDatabase(error, body) ?? fromFastify(error)
}

const RETRY_AFTER_SECONDS = 5

/** Not 500: the call is valid, and pages keep their work and retry. */
const databaseAway = () =>
  new Refusal(
    503,
    'The database does not answer just now, so this may not have been saved. Please try again.',
    [],
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )

const filesAway = () =>
  new Refusal(
    503,
    'The store of files does not answer just now, so this file was neither saved nor read. Please try again.',
    [],
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )

/** Only older readings come from that store; writes never wait for it. */
const timeSeriesAway = () =>
  new Refusal(
    503,
    'Older readings cannot be shown just now: the store that keeps them does not answer. Nothing is lost; please try again.',
    [],
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )

const RETRY_WHEN_FULL_SECONDS = 60

/** Space may be freed at any time, so pages keep their work and retry, less often. */
const diskFull = () =>
  new Refusal(
    503,
    "The server's disk has no room left, so this was not saved. The server's operator must free space; then try again.",
    [],
    { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS },
  )

export function isDiskFull(error: unknown): boolean {
  const { code, cause } = fields(error)
  return [code, fields(cause)['code']].some(
    (one) => typeof one === 'string' && ['ENOSPC', 'EDQUOT', '53100'].includes(one),
  )
}

/** PostgreSQL: connection, resources, operator intervention, and a standby in place of the primary. */
const AWAY = /^(08...|53300|57P0[123]|25006)$/
const NOT_REACHED = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]
const LOST_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

export function isDatabaseAway(error: unknown): boolean {
  const { cause, query } = fields(error)
  // Failures of other servers are wrapped without a query.
  if (cause !== undefined && query === undefined) return false
  const { code, syscall, message } = fields(cause ?? error)
  // A caller that disconnects while sending a body has such a code too, but no syscall.
  const isOurs = query !== undefined || syscall !== undefined
  return (
    (typeof code === 'string' && (AWAY.test(code) || (isOurs && isNotReached(code, syscall)))) ||
    (typeof message === 'string' && LOST_WORDS.test(message))
  )
}

/** A removed local socket gives ENOENT. */
const isNotReached = (code: string, syscall: unknown): boolean =>
  NOT_REACHED.includes(code) || (code === 'ENOENT' && syscall === 'connect')

/** Refusals of Fastify before the handler: body too large, invalid JSON, wrong content type. */
function fromFastify(error: unknown): Refusal | undefined {
  const { statusCode } = fields(error)
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined
  if (statusCode === 413) return badInput('body', 'tooLarge', 'The request is too large.')
  return badInput('body', 'unreadable', 'The request cannot be read.')
}

/**
 * Violations that only the database detects: a name taken meanwhile, a row of another company, a
 * row still in use.
 */
function fromDatabase(error: unknown, body: unknown): Refusal | undefined {
  const { code, constraint, detail } = fields(fields(error)['cause'] ?? error)
  switch (code) {
    case '23505':
      return conflict('Something with the same name or number is already there.', [
        { path: pathOfTaken(constraint, body), code: 'alreadyThere', message: 'unique' },
      ])
    case '23001':
      return inUse() // RESTRICT since PostgreSQL 18
    case '23503':
      return String(detail).includes('is still referenced') ? inUse() : refuseNotFound('reference')
    case '22003':
    case '22P02':
    case '22021':
    case '22P05':
      return badInput('', 'unstorable', 'A value cannot be stored.')
    case '40001':
    case '40P01':
      return conflict('Two changes met. Please try again.', [
        { path: '', code: 'tryAgain', message: 'serialization' },
      ])
    default:
      return undefined
  }
}

/**
 * The reason of a failure for a person. Of a failed statement it has the database's message, not
 * the statement.
 */
export function reasonOf(error: unknown): string {
  const { cause, message, query } = fields(error)
  if (query !== undefined && cause !== undefined) return reasonOf(cause)
  return typeof message === 'string' ? message : String(error)
}

/** True if the database ended one of two deadlocked transactions. The ended one changed nothing. */
export const isEndedForAnother = (error: unknown): boolean =>
  ['40001', '40P01'].includes(errorCodeOf(error) ?? '')

const inUse = () =>
  conflict('It is still in use, so it stays.', [{ path: '', code: 'inUse', message: 'referenced' }])

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  // Each property is checked where it is used.
  const { code, constraint, detail, cause, statusCode, syscall, message, query } = value as Record<
    string,
    unknown
  >
  return { code, constraint, detail, cause, statusCode, syscall, message, query }
}
