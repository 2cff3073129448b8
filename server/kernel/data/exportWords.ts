import ar from '../../../locales/ar/exportFiles.json'
import arFields from '../../../locales/ar/entities.json'
import cs from '../../../locales/cs/exportFiles.json'
import csFields from '../../../locales/cs/entities.json'
import en from '../../../locales/en/exportFiles.json'
import enFields from '../../../locales/en/entities.json'
import he from '../../../locales/he/exportFiles.json'
import heFields from '../../../locales/he/entities.json'
import ru from '../../../locales/ru/exportFiles.json'
import ruFields from '../../../locales/ru/entities.json'
import sk from '../../../locales/sk/exportFiles.json'
import skFields from '../../../locales/sk/entities.json'
import type { Language } from '#contract/languages.ts'

type Fields = typeof enFields
type Words = Fields & typeof en
export type ExportWord = {
  [K in keyof Words]: Words[K] extends string ? K : never
}[keyof Words]

const words: Readonly<Record<Language, Words>> = {
  en: { ...enFields, ...en },
  he: { ...heFields, ...he },
  ar: { ...arFields, ...ar },
  ru: { ...ruFields, ...ru },
  cs: { ...csFields, ...cs },
  sk: { ...skFields, ...sk },
}

export const exportWord = (language: Language, word: ExportWord): string => words[language][word]

export const isExportWord = (word: string): word is ExportWord =>
  Object.hasOwn(words.en, word) && typeof words.en[word as keyof Words] === 'string'
