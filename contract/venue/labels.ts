import { isLanguage, type Language } from '#contract/languages.ts'
import { fieldsOf, nameOf } from './texts.ts'

/** A name in each product language that the file provides. */
export type Names = Partial<Record<Language, string>>

/** Reads names from an object of texts by language tag (BCP 47), such as a label of IMDF. */
export function namesOf(value: unknown): Names {
  const names: Names = {}
  for (const [tag, text] of Object.entries(fieldsOf(value)).slice(0, 100)) {
    const [language = ''] = tag.toLowerCase().split('-')
    // Hebrew has an older code, which some tools still write.
    const known = language === 'iw' ? 'he' : language
    const words = typeof text === 'string' ? nameOf(text) : ''
    if (isLanguage(known) && words !== '') names[known] ??= words
  }
  return names
}

/** Reads names from properties such as `name:he`. */
export const namesOfTags = (tags: Readonly<Record<string, unknown>>): Names =>
  namesOf(
    Object.fromEntries(
      Object.entries(tags).flatMap(([key, value]) =>
        key.startsWith('name:') ? [[key.replace('name:', ''), value] as const] : [],
      ),
    ),
  )

/** The names as a field of a planned room, floor or building. Omitted if the file has no names. */
export const namesField = (names: Names): { names?: Names } =>
  Object.keys(names).length === 0 ? {} : { names }
