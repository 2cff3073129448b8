/** What a person is told of a call's outcome, in words, by the table of `noticeRules.ts`. */
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
  /** By which the server's log is searched. */
  reference?: string
  /** Seconds; 0 stays until it is closed. */
  duration?: number
}

/** Words for a status of which the server or a proxy before it says no more; null if there are none. */
export function statusText(
  { status }: Pick<ApiFailure, 'status'>,
  words: Say = say,
): string | null {
  const usual = statusWords[status ?? 0]
  return usual === undefined ? null : words(usual)
}

type Say = (key: string, options?: { said: string }) => string
// keys of the table above; a test checks each exists
const say: Say = (key, options) => i18n.t(`notices:${key}` as 'notices:changesSaved', options)

const ownWords = new Set<string>([
  ...conflictCodes,
  ...valueCodes,
  ...deniedCodes,
  ...goneCodes,
  'too_big',
  'too_small',
])
/** Those that say the same to a person. */
const groups = [
  [shapeCodes, 'shape'],
  [ruleCodes, 'rule'],
  [sessionCodes, 'session'],
  [keyCodes, 'key'],
] as const
/** Key of a code's words in `notices`; undefined for what a newer server may say. */
export function refusalKey(code: string): string | undefined {
  if (ownWords.has(code)) return `refused.${code}`
  const group = groups.find(([codes]) => codes.some((one) => one === code))
  return group && `refused.${group[1]}`
}

/** A sentence for each code that is known; the server's own are for who calls without a page. */
const wordsOfCodes = ({ errors }: Pick<ApiFailure, 'errors'>, words: Say): string[] => [
  ...new Set(
    errors.flatMap(({ code, message }) => {
      const key = refusalKey(code)
      return key === undefined ? [] : [words(key, { said: `\u2068${message}\u2069` })]
    }),
  ),
]

/** What a conflict is about, by its codes. */
export function refusalText(failure: Pick<ApiFailure, 'errors'>, words: Say = say): string {
  const known = wordsOfCodes(failure, words)
  return known.length === 0 ? words('refused.other') : known.join('\n')
}

/**
 * The words for a failed write, or null when nothing is to be said here. What went wrong on the
 * server bears the reference by which its log tells more; a refusal says all there is to say.
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
 * The same of a change, which is kept nowhere when no server was reached: that is told until it is
 * closed, with what is left to do.
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

/** Only of a fault of the server: there its log has a line. */
export const referenceOf = ({ status, reference }: ApiFailure): string | undefined =>
  status !== null && status >= 500 ? reference : undefined

function wordsOfFailure(failure: ApiFailure, rule: NoticeRule, words: Say): Notice | null {
  const { status } = failure
  if (rule.quiet === 'every' || rule.quiet?.includes(status) === true) return null
  if (status === 401) return null // the session's end is told on the login page
  // The screen says so itself, or the person has just closed the question.
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
  // What a status says of itself is not made another thing by the call that met it.
  // Where a proxy answered (502), the connection of the person is not what failed.
  const isOverruled = usual === undefined || (usual === 'internalError' && status !== 502)
  if (rule.failure !== undefined && isOverruled) return notice('error', words(rule.failure), title)
  if (status === 429) {
    const [tooMany = '', pause = ''] = formatPause(failure, words)
    return title === undefined
      ? notice('warning', pause, tooMany)
      : notice('warning', `${tooMany}\n${pause}`, title)
  }
  const details = wordsOfCodes(failure, words)
  // Section 8's words for the status, and below them what it was; 404 and 410 tell it better alone.
  const said =
    details.length > 0 && (usual === undefined || status === 410)
      ? details
      : [...new Set([words(usual ?? 'networkError'), ...details])]
  return notice('error', said.join('\n'), title)
}

/**
 * The two sentences of 429, for a screen that says in its own words what failed; nothing else has
 * any.
 */
export const formatPause = (failure: unknown, words: Say = say): string[] =>
  isApiFailure(failure) && failure.status === 429
    ? [words('tooManyRequests'), words('pauseMinutes')]
    : []

function notice(level: NoticeLevel, message: string, title?: string): Notice {
  return title === undefined ? { level, message } : { level, message, title }
}

/** The row moved on while it was edited here. */
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
  // the two fields that tell an RTK Query call from any other thunk are there
  return arg as CallMeta['arg']
}

function bodyOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined
}

/** Feeds the toaster; the store hands in its action so that this file knows no slice. */
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
