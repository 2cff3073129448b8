import { filterKeys, type FilterObject } from '#contract/filter.ts'
import { asObject, idsOf } from '../storedVerdict.ts'
import type { FilterPage } from './kind.ts'

export const objects = {
  sentence: ({ filter }, { names, phrases }) => ({
    objects: { words: phrases.objects(filter as FilterObject, names) },
  }),
  blanks: { objects: 'own' },
  verdict({ expected, saw: sawRaw }, { t, names, phrases }) {
    const saw = asObject(sawRaw)
    const asked = filterKeys.filter((key) => idsOf(expected[key]).length > 0)
    const ofSeen = Object.fromEntries(
      asked.map((key) => [
        key,
        key === 'locationIds' ? idsOf(saw[key]).slice(-1) : idsOf(saw[key]),
      ]),
    ) as FilterObject
    return {
      wanted: phrases.objects(expected as FilterObject, names),
      saw: asked.every((key) => idsOf(saw[key]).length === 0)
        ? t('verdict.nothing')
        : phrases.objects(ofSeen, names),
    }
  },
} satisfies FilterPage<'objects'>
