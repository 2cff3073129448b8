import { useTranslation } from 'react-i18next'
import type { ReferenceKind } from '#contract/journal/references.ts'
import { useFormat } from '#lib/format.tsx'
import type { Key } from '#lib/i18n/translate.ts'
import type { BlankText } from './clause.ts'
import type { Names } from './names.ts'

type ChoiceIn<K> = K extends `choose.${infer Choice}` ? Choice : never
type Choice = ChoiceIn<Key<'automations'>>

export interface Naming {
  /** The name. `choose`: the text while nothing is chosen. */
  one(kind: ReferenceKind, id: number | null, choose: Choice): BlankText
  /** The names. `all`: the text if nothing is chosen. */
  oneOrAll(kind: ReferenceKind, id: number | null, all: 'anyType' | 'anyItem'): BlankText
  many(
    kind: ReferenceKind,
    ids: readonly number[],
    choose: Choice,
    type?: 'conjunction' | 'disjunction',
  ): BlankText
  nameOf(kind: ReferenceKind, id: number): string
}

export function useAutomationNames(names: Names): Naming {
  const { t } = useTranslation('automations')
  const format = useFormat()
  const nameOf = (kind: ReferenceKind, id: number) =>
    names.of(kind, id) || (names.isLoading === true ? '…' : t('unknown'))
  const named = (kind: ReferenceKind, id: number): BlankText => ({
    words: nameOf(kind, id),
    isMissing: names.isMissing(kind, id),
  })
  return {
    one: (kind, id, choose) =>
      id === null ? { words: t(`choose.${choose}`), isOpen: true } : named(kind, id),
    oneOrAll: (kind, id, all) => (id === null ? { words: t(all) } : named(kind, id)),
    nameOf,
    many: (kind, ids, choose, type = 'disjunction') =>
      ids.length === 0
        ? { words: t(`choose.${choose}`), isOpen: true }
        : {
            words:
              ids.length === 1
                ? nameOf(kind, ids[0] ?? 0)
                : format.list(
                    ids.map((id) => nameOf(kind, id)),
                    type,
                  ),
            isMissing: ids.some((id) => names.isMissing(kind, id)),
          },
  }
}
