import { expectTypeOf, it } from 'vitest'
import type { Key, Translate } from './translate.ts'

it('a translation key is one of the English files, in the first namespace unless it names another', () => {
  expectTypeOf<'add'>().toExtend<Key<'equipment'>>()
  expectTypeOf<'common:yes'>().toExtend<Key<['equipment', 'common']>>()
  expectTypeOf<'yes'>().not.toExtend<Key<['equipment', 'common']>>()
  expectTypeOf<'noSuchText'>().not.toExtend<Key<'equipment'>>()
})

it('a plural key has no plural suffix, and a nested one has a dot', () => {
  expectTypeOf<'unsent.title'>().toExtend<Key<'shell'>>()
  expectTypeOf<'unsent'>().not.toExtend<Key<'shell'>>()
})

it('a translator that knows more keys may replace one that knows fewer, and not the reverse', () => {
  expectTypeOf<Translate<['people', 'common']>>().toExtend<Translate<'people'>>()
  expectTypeOf<Translate<'people'>>().not.toExtend<Translate<['people', 'common']>>()
})
