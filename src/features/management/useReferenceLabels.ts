import { useTranslation } from 'react-i18next'
import type { Noun, NounField } from './nouns.ts'

/** The words of a field: its own for this noun where it has one, else the field's. */
export function useNounWords(noun: Noun) {
  const { t, i18n } = useTranslation('management')
  const has = (key: string) => i18n.exists(key, { ns: 'management' })
  const say = (key: string) => t(key as 'field_colour') // it exists, as just asked
  const find = (...keys: string[]) => keys.find(has)
  return {
    label({ name }: NounField): string {
      const key = find(`field_${noun.key}_${name}`, `field_${name}`)
      return key === undefined ? name : say(key)
    },
    hint({ name }: NounField): string | undefined {
      const key = find(`hint_${noun.key}_${name}`, `hint_${name}`)
      return key === undefined ? undefined : say(key)
    },
  }
}
