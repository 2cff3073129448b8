import { expect, it } from 'vitest'
import type { MetadataType } from '#contract/rules/metadata.ts'
import { readMetadata } from './metadataCell.ts'

const field = (dataType: MetadataType, unit: string | null = null) => ({
  id: 1,
  name: 'Field',
  dataType,
  unit,
  choices: dataType === 'choice' || dataType === 'choices' ? ['Low', 'High'] : [],
})

it.each([
  ['number', 'bar', '3.5 bar', 3.5],
  ['number', 'bar', '1 250,5', 1250.5],
  ['number', '%', '12.5%', 12.5],
  ['number', null, '1234.50 €', 1234.5],
  ['number', null, '$ 12', 12],
  ['number', 'h', '125:30', 125.5],
  ['number', 'hodin', '1:15:36', 1.26],
  ['number', 'min', '1:30', 90],
  ['boolean', null, 'Ano', true],
  ['boolean', null, 'no', false],
  ['date', null, '2026-03-05', '2026-03-05'],
  ['date', null, '2026-03-05T10:00:00', '2026-03-05'],
  ['date', null, '5. 3. 2026', '2026-03-05'],
  ['date', null, '31/12/2026', '2026-12-31'],
  ['date', null, '12/31/2026', '2026-12-31'],
  ['choice', null, 'high', 'High'],
  ['choices', null, 'high; LOW', ['High', 'Low']],
  ['text', null, 'As it is', 'As it is'],
] as const)('a metadata field of type %s and unit %s reads %j as %j', (type, unit, said, value) =>
  expect(readMetadata(field(type, unit), said)).toEqual({ value }),
)

it.each([
  ['number', 'twelve', 'notANumber'],
  ['number', '5 mm', 'notANumber'],
  ['number', '125:30', 'notANumber'],
  ['boolean', 'perhaps', 'notABoolean'],
  ['date', '03/04/2026', 'notADay'],
  ['date', '2026-02-30', 'notADay'],
  ['choice', 'Medium', 'notAChoice'],
  ['choices', 'High; Medium', 'notAChoice'],
  ['text', 'x'.repeat(2_001), 'tooLong'],
] as const)('a metadata field of type %s refuses %j', (type, said, fault) =>
  expect(readMetadata(field(type), said)).toEqual({ fault }),
)
