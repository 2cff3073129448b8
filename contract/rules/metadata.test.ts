import { describe, expect, it } from 'vitest'
import { fieldFaults, valueFault, type FieldShape } from './metadata.ts'

const field = (dataType: FieldShape['dataType'], ...choices: string[]): FieldShape => ({
  dataType,
  choices,
})

describe('a metadata field', () => {
  it.each([
    [field('text'), []],
    [field('text', 'a'), ['choicesUnused']],
    [field('choice'), ['noChoices']],
    [field('choices', 'A', ' a'), ['sameChoice']],
    [field('choice', 'A', 'B'), []],
  ])('%j → %j', (shape, faults) => expect(fieldFaults(shape)).toEqual(faults))
})

describe('a metadata value', () => {
  it.each([
    [field('text'), 'x', null],
    [field('text'), 1, 'wrongType'],
    [field('text'), 'x'.repeat(2_000), null],
    [field('text'), 'x'.repeat(2_001), 'too_big'],
    [field('number'), 1.5, null],
    [field('number'), Number.NaN, 'wrongType'],
    [field('number'), '1', 'wrongType'],
    [field('boolean'), false, null],
    [field('date'), '2028-02-29', null],
    [field('date'), '2027-02-29', 'notADate'],
    [field('date'), '1.2.2027', 'notADate'],
    [field('date'), '+012026-11', 'notADate'],
    [field('choice', 'A'), 'A', null],
    [field('choice', 'A'), 'B', 'notAChoice'],
    [field('choices', 'A', 'B'), ['B'], null],
    [field('choices', 'A'), ['A', 'C'], 'notAChoice'],
    [field('choices', 'A'), 'A', 'wrongType'],
    [field('choices', 'A'), [], null],
  ] as const)('%j holds %j: %s', (shape, value, fault) =>
    expect(valueFault(shape, value)).toBe(fault),
  )
})
