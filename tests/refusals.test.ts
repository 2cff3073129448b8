/** Every refusal code has a text in each language and a line in docs/errors.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { faultCodes } from '#contract/recurrence/ruleLines.ts'
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
import { refusalKey } from '#api/notices.ts'
import { root } from './root.ts'

/** By the heading under which docs/errors.md lists them. */
const groups: Record<string, readonly string[]> = {
  '400: the shape': shapeCodes,
  '400: a value': valueCodes,
  '400: a rule of a schedule': ruleCodes,
  '401: the session': sessionCodes,
  '403: the person': deniedCodes,
  '403: the API key': keyCodes,
  '409: as things are': conflictCodes,
  '410: gone': goneCodes,
}
const codes = [...new Set(Object.values(groups).flat())]

it('each refusal code has one meaning: its words are found by the code alone', () => {
  const all = Object.values(groups).flat()
  expect(all.filter((code, at) => all.indexOf(code) !== at)).toEqual([])
})

describe.each(languages)('the words of refusals in %s', (language) => {
  const notices = JSON.parse(
    readFileSync(join(root, `locales/${language}/notices.json`), 'utf8'),
  ) as { refused: Record<string, string> }
  it.each(codes)('exist for %s', (code) => {
    const key = refusalKey(code)?.replace('refused.', '') ?? ''
    expect(notices.refused[key] ?? '').not.toBe('')
  })
  it('exist for nothing else', () => {
    const wanted = new Set([...codes.map((code) => refusalKey(code)), 'refused.other'])
    expect(Object.keys(notices.refused).filter((key) => !wanted.has(`refused.${key}`))).toEqual([])
  })
})

it('the refusal codes list every fault that a rule may have', () => {
  expect(faultCodes.filter((code) => !codes.includes(code))).toEqual([])
})

describe('docs/errors.md', () => {
  const text = readFileSync(join(root, 'docs/errors.md'), 'utf8')
  it.each(Object.entries(groups))('lists the codes of %s, each with its meaning', (title, own) => {
    const section = text.split(`\n## ${title}`)[1]?.split('\n## ')[0] ?? ''
    const rows = [...section.matchAll(/^\| `(\w+)` \| (\S.*) \|$/gm)].map(([, code]) => code)
    expect(rows).toEqual([...own])
  })
})
