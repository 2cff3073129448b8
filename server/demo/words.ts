/** Names in the demo, one file per language. A seed loads its own. */
import type { Language } from '#contract/languages.ts'
import type en from './words/en.json'

export type Words = typeof en
export type EquipmentKey = keyof Words['equipment']
export type FloorKey = keyof Words['floors']
export type StatusKey = keyof Words['statuses']
export type ProcedureKey = keyof Words['procedures']

/** Word files. A file without all keys of the English file does not compile. */
const files: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('./words/en.json'),
  he: () => import('./words/he.json'),
  ar: () => import('./words/ar.json'),
  ru: () => import('./words/ru.json'),
  cs: () => import('./words/cs.json'),
  sk: () => import('./words/sk.json'),
}

export const wordsOf = async (language: Language): Promise<Words> =>
  (await files[language]()).default

export const keysOf = <K extends string>(part: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(part) as K[]

export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, key: string) => values[key] ?? '')

export const fridgeName = ({ sensors }: Words, number: number): string =>
  fillPlaceholders(sensors.fridge, { n: String(number) })
