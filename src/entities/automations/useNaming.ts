/** Names in a sentence: of existing, deleted and unchosen objects. */
import { useTranslation } from 'react-i18next'
import type { ReferenceKind } from '#contract/journal/references.ts'
import { useFormat } from '#lib/format.tsx'
import type { BlankText } from './clause.ts'
import type { Names } from './names.ts'

export interface Naming {
  one(kind: ReferenceKind, id: number | null, otherwise: string): BlankText
  /** `all`: the text if nothing is chosen. */
  oneOrAll(kind: ReferenceKind, id: number | null, all: string): BlankText
  many(
    kind: ReferenceKind,
    ids: readonly number[],
    otherwise: string,
    type?: 'conjunction' | 'disjunction',
  ): BlankText
  nameOf(kind: ReferenceKind, id: number): string
}

/** Isolates a name's direction from the text around it. */
export const apart = (name: string): string => `\u2068${name}\u2069`

export function useNaming(names: Names): Naming {
  const { t } = useTranslation('automations')
  const format = useFormat()
  const nameOf = (kind: ReferenceKind, id: number) =>
    names.of(kind, id) || (names.isLoading === true ? '…' : t('unknown'))
  const one: Naming['one'] = (kind, id, otherwise) =>
    id === null
      ? { words: otherwise, isOpen: true }
      : { words: nameOf(kind, id), isMissing: names.isMissing(kind, id) }
  return {
    one,
    nameOf,
    oneOrAll: (kind, id, all) => (id === null ? { words: all } : one(kind, id, all)),
    many: (kind, ids, otherwise, type = 'disjunction') =>
      ids.length === 0
        ? { words: otherwise, isOpen: true }
        : {
            words:
              ids.length === 1
                ? nameOf(kind, ids[0] ?? 0)
                : format.list(
                    ids.map((id) => apart(nameOf(kind, id))),
                    type,
                  ),
            isMissing: ids.some((id) => names.isMissing(kind, id)),
          },
  }
}
