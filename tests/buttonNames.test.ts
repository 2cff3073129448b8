/**
 * A button is named by what it shows, so that a person who speaks to the phone can press it
 * (WCAG 2.5.3). Where `aria-label` says more, it contains the shown words, in every language.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { filesIn, isTest } from './sourceFiles.ts'

const button =
  /<(?:Button|button|LinkButton|Link)\b([^<]*?)>\s*\{t\('([\w:.]+)'[^}]*\}\s*<\/(?:Button|button|LinkButton|Link)>/gs

interface Named {
  at: string
  namespaces: string[]
  name: string
  shown: string
}

const buttons: Named[] = filesIn(['src'], ['.tsx']).flatMap(({ path, text }) => {
  if (isTest(path)) return []
  const used = /useTranslation\(([^)]*)\)/.exec(text)?.[1] ?? ''
  const namespaces = [...used.matchAll(/'([^']+)'/g)].map(([, one = '']) => one)
  return [...text.matchAll(button)].flatMap(([, attributes = '', shown = '']) => {
    const name = /aria-label=\{t\('([\w:.]+)'/.exec(attributes)?.[1]
    return name === undefined ? [] : [{ at: path, namespaces, name, shown }]
  })
})

const read = (language: string, namespace: string): unknown =>
  JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8'))

function wordsOf(language: string, { namespaces }: Named, key: string): string {
  const [own, rest] = key.includes(':') ? key.split(':') : [undefined, key]
  for (const namespace of own === undefined ? namespaces : [own]) {
    let found: unknown = read(language, namespace)
    for (const part of (rest ?? '').split('.'))
      found = typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined
    if (typeof found === 'string') return found.replace(/[…:]/g, '').trim().toLowerCase()
  }
  throw new Error(`${language}: no words for ${key}`)
}

it('the pattern finds buttons whose name says more than they show', () => {
  expect(buttons.length).toBeGreaterThan(5)
})

it.each(languages)('every button is named by what it shows, and more (%s)', (language) => {
  const other = buttons.flatMap((one) => {
    const [name, shown] = [wordsOf(language, one, one.name), wordsOf(language, one, one.shown)]
    return name.includes(shown) ? [] : [`${one.at}: “${shown}” is named “${name}”`]
  })
  expect(other).toEqual([])
})
