import { useTranslation } from 'react-i18next'
import type { ReferenceList, ReferenceField } from './referenceLists.ts'

export function useReferenceLabels(referenceList: ReferenceList) {
  const { t, i18n } = useTranslation('management')
  const has = (key: string) => i18n.exists(key, { ns: 'management' })
  const say = (key: string) => t(key as 'field_colour')
  const find = (...keys: string[]) => keys.find(has)
  return {
    label({ name }: ReferenceField): string {
      const key = find(`field_${referenceList.key}_${name}`, `field_${name}`)
      return key === undefined ? name : say(key)
    },
    hint({ name }: ReferenceField): string | undefined {
      const key = find(`hint_${referenceList.key}_${name}`, `hint_${name}`)
      return key === undefined ? undefined : say(key)
    },
  }
}
