/** The product's texts in one language, so that one journey runs in several languages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isolated } from '#lib/i18n/isolation.ts'
import { root } from '#tests/root.ts'

export type Language = 'en' | 'he' | 'ar' | 'ru' | 'cs' | 'sk'
export type Words = (key: string, values?: Record<string, string | number>) => string

/**
 * `words('he')('auth:signIn')`. Fails for an unknown key, so that no journey looks for a raw key.
 */
export function wordsOf(language: Language): Words {
  const direction = language === 'he' || language === 'ar' ? 'rtl' : 'ltr'
  return (key, values = {}) => {
    const [namespace = '', name = ''] = key.split(':')
    const texts: unknown = JSON.parse(
      readFileSync(join(root, 'locales', language, `${namespace}.json`), 'utf8'),
    )
    const count = values['count']
    const form = typeof count === 'number' ? `_${new Intl.PluralRules(language).select(count)}` : ''
    const text = find(texts, `${name}${form}`) ?? find(texts, name)
    if (text === undefined) throw new Error(`${language} has no words for ${key}`)
    return text.replaceAll(/\{\{\s*(\w+)[^}]*\}\}/g, (_whole, placeholder: string) =>
      isolated(String(values[placeholder] ?? ''), direction),
    )
  }
}

function find(texts: unknown, name: string): string | undefined {
  let found = texts
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Object.entries(found).find(([key]) => key === part)?.[1]
  }
  return typeof found === 'string' ? found : undefined
}
