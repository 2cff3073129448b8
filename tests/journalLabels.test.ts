import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { journalEntities } from '#contract/journal/journal.ts'
import { journalKeys } from '#contract/journal/journalKeys.ts'
import { languages } from '#lib/i18n/languages.ts'
import { labelKeys } from '#entities/journal/labelKeys.ts'

const wordsOf = (language: string, namespace: string): unknown =>
  JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8'))

describe.each(languages)('the journal in %s', (language) => {
  const words: Record<string, unknown> = {
    entities: wordsOf(language, 'entities'),
    schedules: wordsOf(language, 'schedules'),
  }
  const has = (label: string) => {
    const [namespace = '', key = ''] = label.split(':')
    let found = words[namespace]
    for (const part of key.split('.'))
      found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined
    return typeof found === 'string' && found !== ''
  }

  it('has a word for everything that it names', () => {
    const told = journalEntities.flatMap((entity) =>
      journalKeys[entity].map((field) => ({ entity, field })),
    )
    expect(told.length).toBeGreaterThan(100)
    expect(
      told
        .filter(({ entity, field }) => !labelKeys(entity, field).some(has))
        .map(({ entity, field }) => `${entity}.${field}`),
    ).toEqual([])
  })
})
