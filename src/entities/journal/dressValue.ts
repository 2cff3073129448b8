/** What the journal keeps as a word of the system, in the reader's words. All else is shown as it was kept. */
import type { TFunction } from 'i18next'
import { permissionGroups } from '#contract/permissions'
import { isLanguage, languageNames } from '../../lib/i18n/languages.ts'

export function dressValue(field: string, value: unknown, t: TFunction<['entities', 'people']>): unknown {
  if (field === 'language' && isLanguage(value)) return languageNames[value]
  if (field === 'availableUntil' && typeof value === 'string' && value.startsWith('9999-')) return t('withoutEnd')
  if (field === 'permissions' && Array.isArray(value)) return value.map((one: unknown) => groupWords(one, t))
  return value
}

function groupWords(value: unknown, t: TFunction<['entities', 'people']>): unknown {
  const group = permissionGroups.find((one) => one === value)
  return group === undefined ? value : t(`people:group.${group}`)
}
