import ar from '../../../../locales/ar/reportPage.json'
import cs from '../../../../locales/cs/reportPage.json'
import en from '../../../../locales/en/reportPage.json'
import he from '../../../../locales/he/reportPage.json'
import ru from '../../../../locales/ru/reportPage.json'
import sk from '../../../../locales/sk/reportPage.json'
import type { Language } from '#contract/languages.ts'

export type ReportWords = typeof en

const words: Readonly<Record<Language, ReportWords>> = { en, he, ar, ru, cs, sk }

export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

export const wordsOf = (language: Language): ReportWords => words[language]
