/** Notices on the outcome of a call, by the table in `noticeRules.ts`. */
import {
  isFulfilled,
  isRejectedWithValue,
  type ListenerMiddlewareInstance,
  type UnknownAction,
} from '@reduxjs/toolkit'
import {
  conflictCodes,
  deniedCodes,
  goneCodes,
  keyCodes,
  ruleCodes,
  sessionCodes,
  shapeCodes,
  valueCodes,
} from '#contract/refusals.ts'
import { statusWords } from '#contract/equipment/statusWords.ts'
import { i18n } from '#lib/i18n/i18n.ts'
import { isApiFailure, type ApiFailure } from './http.ts'
import { noticeRuleOf, type NoticeRule } from './noticeRules.ts'

type NoticeLevel = 'info' | 'success' | 'warning' | 'error'
export interface Notice {
  level: NoticeLevel
  title?: string
  message: string
  /** Request id for searching the server's log. */
  reference?: string
  /** Seconds. 0 keeps it until it is closed. */
  duration?: number
}

/** Text for a status without further details. Null if there is none. */
export function statusText(
  { status }: Pick<ApiFailure, 'status'>,
  words: Say = say,
): string | null {
  const usual = statusWords[status ?? 0]
  return usual === undefined ? null : words(usual)
}

type Say = (key: string, options?: { said: string }) => string
const say: Say = (key, options) => i18n.t(`notices:${key}` as 'notices:changesSaved', options)

const ownWords = new Set<string>([
  ...conflictCodes,
  ...valueCodes,
  ...deniedCodes,
  ...goneCodes,
  'too_big',
  'too_small',
])
const groups = [
  [shapeCodes, 'shape'],
  [ruleCodes, 'rule'],
  [sessionCodes, 'session'],
  [keyCodes, 'key'],
] as const
/** Key of a code's text in `notices`. Undefined for codes of a newer server. */
export function refusalKey(code: string): string | undefined {
  if (ownWords.has(code)) return `refused.${code}`
  const group = groups.find(([codes]) => codes.some((one) => one === code))
  return group && `refused.${group[1]}`
}

/** One sentence for each known code. The server's own sentences serve callers without a page. */
const wordsOfCodes = ({ errors }: Pick<ApiFailure, 'errors'>, words: Say): string[] => [
  ...new Set(
    errors.flatMap(({ code, message }) => {
      const key = refusalKey(code)
      return key === undefined ? [] : [words(key, { said: message })]
    }),
  ),
]

export function refusalText(failure: Pick<ApiFailure, 'errors'>, words: Say = say): string {
  const known = wordsOfCodes(failure, words)
  return known.length === 0 ? words('refused.other') : known.join('\n')
}

/**
 * The notice of a failed write. Null if nothing is shown. A server error carries the request id; a
 * refusal explains itself.
 */
export function failureNotice(
  failure: ApiFailure,
  rule: NoticeRule,
  words: Say = say,
): Notice | null {
  const said = wordsOfFailure(failure, rule, words)
  const reference = referenceOf(failure)
  return said === null || reference === undefined ? said : { ...said, reference }
}

/**
 * The notice of a failed change. If the server was not reached, the change is stored nowhere, so
 * the notice stays until closed and gives advice.
 */
export function changeNotice(
  failure: ApiFailure,
  rule: NoticeRule,
  words: Say = say,
): Notice | null {
  const said = failureNotice(failure, rule, words)
  if (said === null || failure.status !== null) return said
  return { ...said, message: `${said.message}\n${words('notSaved')}`, duration: 0 }
}

/** Only server errors have a log line. */
export const referenceOf = ({ status, reference }: ApiFailure): string | undefined =>
  status !== null && status >= 500 ? reference : undefined

function wordsOfFailure(failure: ApiFailure, rule: NoticeRule, words: Say): Notice | null {
  const { status } = failure
  if (rule.quiet === 'every' || rule.quiet?.includes(status) === true) return null
  if (status === 401) return null // the login page explains the end of the session
  // the screen shows the failure, or the user has just cancelled
  if (failure.isOwnDoing === true) return null
  if (failure.errors.some(({ code }) => code === 'secondStepRequired')) return null
  if (failure.errors.some(({ code }) => code === 'confirmFirst'))
    return { level: 'info', message: words('notConfirmed') }
  const title = rule.failureTitle === undefined ? undefined : words(rule.failureTitle)
  const known = failure.errors.map(({ code }) => rule.codes?.[code])
  if (known.length > 0 && known.every((key) => key !== undefined)) {
    const said = known.filter((key) => key !== null)
    return said.length === 0
      ? null
      : notice('error', [...new Set(said)].map((key) => words(key)).join('\n'), title)
  }
  if (status === 409) {
    if (isStale(failure)) return null // the form shows both versions
    return notice('error', refusalText(failure, words), title)
  }
  const usual = statusWords[status ?? 0]
  // A call's own text does not replace the meaning of a status. After a 502, the user's connection
  // is not to blame.
  const isOverruled = usual === undefined || (usual === 'internalError' && status !== 502)
  if (rule.failure !== undefined && isOverruled) return notice('error', words(rule.failure), title)
  if (status === 429) {
    const [tooMany = '', pause = ''] = formatPause(failure, words)
    return title === undefined
      ? notice('warning', pause, tooMany)
      : notice('warning', `${tooMany}\n${pause}`, title)
  }
  const details = wordsOfCodes(failure, words)
  // Section 8's text for the status, with details below; for 404 and 410 the details alone are
  // clearer.
  const said =
    details.length > 0 && (usual === undefined || status === 410)
      ? details
      : [...new Set([words(usual ?? 'networkError'), ...details])]
  return notice('error', said.join('\n'), title)
}

/**
 * The two sentences of a 429, for screens with their own failure text. Empty for other failures.
 */
export const formatPause = (failure: unknown, words: Say = say): string[] =>
  isApiFailure(failure) && failure.status === 429
    ? [words('tooManyRequests'), words('pauseMinutes')]
    : []

function notice(level: NoticeLevel, message: string, title?: string): Notice {
  return title === undefined ? { level, message } : { level, message, title }
}

/** True if another write changed the row meanwhile. */
export function isStale(failure: ApiFailure): boolean {
  return (
    failure.status === 409 &&
    (failure.current !== undefined ||
      failure.errors.some((error) => error.code === 'stale' || error.path === 'version'))
  )
}

interface CallMeta {
  arg: { type: 'query' | 'mutation'; endpointName: string; originalArgs: unknown }
}

function callOf(action: { meta: unknown }): CallMeta['arg'] | null {
  const meta = action.meta
  if (typeof meta !== 'object' || meta === null || !('arg' in meta)) return null
  const arg = meta.arg
  if (typeof arg !== 'object' || arg === null || !('endpointName' in arg) || !('type' in arg))
    return null
  return arg as CallMeta['arg']
}

function bodyOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined
}

/** Feeds the toaster. The store passes its action, so that this file knows no slice. */
export function listenForNotices(
  listener: ListenerMiddlewareInstance,
  show: (notice: Notice) => UnknownAction,
): void {
  listener.startListening({
    matcher: isRejectedWithValue,
    effect: (action, { dispatch }) => {
      const call = callOf(action)
      if (call === null || !isApiFailure(action.payload)) return
      if (call.type === 'query') {
        console.warn(
          `${call.endpointName} failed: ${String(action.payload.status)} ${action.payload.message}`,
        )
        return
      }
      const said = changeNotice(
        action.payload,
        noticeRuleOf(call.endpointName, bodyOf(call.originalArgs)),
      )
      if (said !== null) dispatch(show(said))
    },
  })
  listener.startListening({
    matcher: isFulfilled,
    effect: (action, { dispatch }) => {
      const call = callOf(action)
      if (call?.type !== 'mutation') return
      const rule = noticeRuleOf(call.endpointName, bodyOf(call.originalArgs))
      if (rule.success !== undefined)
        dispatch(
          show(
            notice(
              'success',
              say(rule.success),
              rule.successTitle === undefined ? undefined : say(rule.successTitle),
            ),
          ),
        )
    },
  })
}
