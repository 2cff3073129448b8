import { describe, expect, it } from 'vitest'
import { numberFormat } from '#contract/formatters.ts'
import { languages } from '#contract/languages.ts'
import { pushGroups } from '#contract/rules/pushGroups.ts'
import type { ShortText } from '../alerts/index.ts'
import { LONGEST_PAYLOAD } from './encryptPush.ts'
import { payloadOf } from './payload.ts'
import { pushTexts } from './pushTexts.ts'

const alert = (text: string): ShortText => ({
  kind: 'ticketGiven',
  level: 'info',
  text,
  path: '/tickets/1',
})
const facts = {
  language: 'en' as const,
  alerts: [alert('The ticket “Leak” was assigned to you.')],
  count: 1,
  isUrgent: false,
  showsText: true,
  companyName: null,
  companyId: 1,
  tag: '1-1',
}
const read = (change: Partial<Parameters<typeof payloadOf>[0]>) =>
  JSON.parse(payloadOf({ ...facts, ...change }).toString('utf8')) as Record<string, unknown>

describe('the payload of a push message', () => {
  it.each(['\\', '"', '🫀', 'ש', '\u2028', 'a'])(
    'fits a push service if the text is all %j',
    (character) => {
      const text = character.repeat(1_000)
      const payload = payloadOf({ ...facts, alerts: [alert(text), alert(text)], count: 2 })
      expect(payload.length).toBeLessThanOrEqual(LONGEST_PAYLOAD)
      expect(payload.toString('utf8')).not.toContain('\ufffd')
      expect(JSON.parse(payload.toString('utf8'))).toMatchObject({ title: '2 new messages' })
    },
  )

  it('names the company only to a reader of several', () => {
    expect(read({ showsText: false })['body']).toBe('')
    expect(read({ showsText: false, companyName: 'North Hospital' })['body']).toBe('North Hospital')
  })

  it('has the newest text first, and opens the start page for several', () => {
    const alerts = [alert('First'), alert('Second')]
    expect(read({ alerts, count: 2 })).toMatchObject({
      body: 'Second\nFirst',
      path: '/switch-company/1?to=%2F',
    })
  })

  it.each(languages)('has words for each kind and number in %s', (language) => {
    const words = pushTexts[language]
    for (const group of pushGroups) expect(words.one[group]).not.toBe('')
    for (const count of [2, 3, 5, 11, 21, 102, 1_000]) {
      const text = words.many(count)
      expect(text).not.toContain('#')
      if (count > 2) expect(text).toContain(numberFormat(language).format(count))
    }
  })
})
