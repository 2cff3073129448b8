import { expect, it } from 'vitest'
import { differences, fieldsApart, mergeChanges, type FieldsInWords } from './conflict.ts'

it('the merge of a conflict keeps their change if only another field was ours', () => {
  const base = { name: 'Pump', place: 'Room 1' }
  expect(
    mergeChanges(base, { ...base, name: 'Pump 2' }, { name: 'Pump', place: 'Room 2' }),
  ).toEqual({ name: 'Pump 2', place: 'Room 2' })
})

it('the merge of a conflict keeps an amount and its unit together, whichever changed', () => {
  const base = { amount: 10, unit: 'minutes', name: 'Left' }
  const theirs = { amount: 2, unit: 'days', name: 'Gone' }
  const together = [['amount', 'unit']] as const
  expect(mergeChanges(base, { ...base, amount: 30 }, theirs, { together })).toEqual({
    amount: 30,
    unit: 'minutes',
    name: 'Gone',
  })
  expect(mergeChanges(base, { ...base, name: 'Left alone' }, theirs, { together })).toEqual({
    ...theirs,
    name: 'Left alone',
  })
})

interface Pump {
  name: string
  metadata: Record<string, number | null>
}
const describe = ({ name, metadata }: Pump): FieldsInWords<Pump> => ({
  name: { label: 'Name', value: name },
  metadata: {
    parts: {
      1: { label: 'Hours', value: metadata['1'] },
      2: { label: 'Volts', value: metadata['2'] },
    },
  },
})

it('the merge of a conflict merges a field with parts part by part, and drops a removed part', () => {
  const from: Pump = { name: 'Pump', metadata: { 1: 8, 2: 230 } }
  const mine: Pump = { name: 'Pump', metadata: { 1: 9, 2: 230 } }
  const theirs: Pump = { name: 'Gone', metadata: { 1: 8 } }
  const apart = fieldsApart(describe(mine))
  expect(apart).toEqual(['metadata'])
  expect(mergeChanges(from, mine, theirs, { apart })).toEqual({
    name: 'Gone',
    metadata: { 1: 9 },
  })
})

it('the merge of a conflict shows the parts that differ, each under its own name', () => {
  const mine: Pump = { name: 'Pump', metadata: { 1: 9, 2: 230 } }
  const theirs: Pump = { name: 'Pump', metadata: { 1: 9, 2: null } }
  expect(differences(describe, mine, theirs)).toEqual([{ label: 'Volts', mine: 230, theirs: null }])
  expect(differences(describe, mine, { ...mine, metadata: { 1: 9, 2: 230 } })).toEqual([])
})

it('the merge of a conflict ignores what was filled and emptied again', () => {
  const mine: { note: string | null; word?: string } = { note: null, word: '' }
  expect(mergeChanges({ note: '' }, mine, { note: 'theirs', word: 'theirs' })).toEqual({
    note: 'theirs',
    word: 'theirs',
  })
})
