import { expectTypeOf, it } from 'vitest'
import type { Key, Translate } from './translate.ts'

it('a key is one of the English files, in the first namespace unless it names another', () => {
  expectTypeOf<'add'>().toExtend<Key<'equipment'>>()
  expectTypeOf<'common:yes'>().toExtend<Key<['equipment', 'common']>>()
  expectTypeOf<'yes'>().not.toExtend<Key<['equipment', 'common']>>()
  expectTypeOf<'noSuchText'>().not.toExtend<Key<'equipment'>>()
})

it('a plural is asked for without its form, a text that lies deeper by a dot', () => {
  expectTypeOf<'unsent.title'>().toExtend<Key<'shell'>>()
  expectTypeOf<'unsent'>().not.toExtend<Key<'shell'>>()
})

it('who knows more keys stands in for who knows fewer, and not the other way', () => {
  expectTypeOf<Translate<['people', 'common']>>().toExtend<Translate<'people'>>()
  expectTypeOf<Translate<'people'>>().not.toExtend<Translate<['people', 'common']>>()
})
