/** What the service worker of the page receives (src/app/offline/pushMessages.ts). */
import type { Language } from '#contract/languages.ts'
import { pushGroupOf } from '#contract/rules/pushGroups.ts'
import { truncate } from '#contract/rules/truncate.ts'
import type { ShortText } from '../alerts/index.ts'
import { LONGEST_PAYLOAD } from './encryptPush.ts'
import { pushTexts } from './pushTexts.ts'

interface Facts {
  language: Language
  /** Newest last. Empty for a test message. */
  alerts: readonly ShortText[]
  count: number
  isUrgent: boolean
  showsText: boolean
  /** Null if the reader has one company only. */
  companyName: string | null
  companyId: number
  tag: string
}

const TITLE = 120
const BODY = 600

export function payloadOf(facts: Facts): Buffer {
  const { language, alerts, count, isUrgent, showsText, companyName, companyId, tag } = facts
  const words = pushTexts[language]
  const [only] = alerts
  const isTest = count === 0
  const title = isTest
    ? words.test.title
    : count === 1 && only !== undefined
      ? words.one[pushGroupOf[only.kind]]
      : words.many(count)
  const texts = isTest
    ? [words.test.body]
    : showsText
      ? alerts.toReversed().flatMap(({ text }) => text ?? [])
      : []
  const rest = {
    title: truncate(isUrgent ? words.urgent(title) : title, TITLE),
    path: pathIn(
      companyId,
      count === 1 && only !== undefined ? only.path : isTest ? '/account' : '/',
    ),
    tag,
    language,
    isUrgent,
  }
  return bounded(rest, [...(companyName === null ? [] : [companyName]), ...texts].join('\n'))
}

/** The device may be signed in to another company of the reader. */
const pathIn = (companyId: number, path: string) =>
  `/switch-company/${companyId}?${new URLSearchParams({ to: path })}`

/** Characters have up to four bytes, and JSON escapes some in six. */
function bounded(rest: object, text: string): Buffer {
  for (let length = BODY; ; length = Math.floor(length / 2)) {
    const payload = Buffer.from(JSON.stringify({ ...rest, body: truncate(text, length) }))
    if (payload.length <= LONGEST_PAYLOAD || length <= 1) return payload
  }
}
