import type { Language } from '#contract/languages.ts'
import type { Dimension } from '#contract/reports.ts'
import { groupName } from '#contract/rules/dimensionGroups.ts'

const none: Record<Language, string> = {
  en: 'None',
  he: 'ללא',
  ar: 'بلا',
  ru: 'Нет',
  cs: 'Žádné',
  sk: 'Žiadne',
}

export function resultNames(
  by: Dimension,
  language: Language,
): (id: number | null, name: string | null) => string {
  return (id, name) => (id === null ? none[language] : groupName(by, language, id, name))
}
