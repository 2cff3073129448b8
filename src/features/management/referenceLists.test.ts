import { describe, expect, it } from 'vitest'
import words from '../../../locales/en/management.json'
import { draftFrom, valuesOf } from './referenceDraft.ts'
import { referenceLists } from './referenceLists.ts'

describe.each(referenceLists.map((referenceList) => [referenceList.key, referenceList] as const))(
  'the reference list %s',
  (key, referenceList) => {
    it('has its six calls', () => {
      for (const hook of [
        referenceList.useList,
        referenceList.useUses,
        referenceList.useCreate,
        referenceList.useUpdate,
        referenceList.useRemove,
        referenceList.useReplace,
      ])
        expect(hook).toBeTypeOf('function')
    })
    it('has words for itself and for each of its fields and choices', () => {
      const wanted = [
        key,
        `${key}Hint`,
        ...referenceList.fields.flatMap((field) => [
          `field_${field.name}`,
          ...(field.kind === 'choice' && field.name === 'dataType'
            ? field.options.map((option) => `choice_${option}`)
            : []),
        ]),
      ]
      expect(wanted.filter((word) => !(word in words))).toEqual([])
    })
    it('keeps what a row says when nothing is changed', () => {
      const row = {
        id: 1,
        version: 3,
        usedBy: 0,
        namedBy: 0,
        name: 'One',
        ...Object.fromEntries(
          referenceList.fields
            .filter((field) => !(field.kind === 'text' && field.isSecret === true))
            .map((field) => [field.name, kept(field.kind, field.name)]),
        ),
      }
      const { id: _id, version: _version, usedBy: _usedBy, namedBy: _namedBy, ...facts } = row
      expect(draftFrom(referenceList, valuesOf(referenceList, row))).toEqual(facts)
    })
  },
)

function kept(kind: string, name: string): unknown {
  if (name === 'dataType') return 'choice'
  switch (kind) {
    case 'flag':
      return true
    case 'number':
      return 5
    case 'text':
      return 'text'
    case 'colour':
      return 'red'
    case 'choice':
      return 'POST'
    default:
      return [1]
  }
}

it('an empty field of a reference list means nothing, and an empty secret keeps the stored one', () => {
  const [fields, hooks] = ['metadataFields', 'apiHooks'].map((key) =>
    referenceLists.find((referenceList) => referenceList.key === key),
  )
  if (!fields || !hooks) throw new Error('The reference lists are not there')
  expect(
    draftFrom(fields, {
      name: 'A',
      belongsTo: 'ticket',
      dataType: 'text',
      choices: ['left over'],
      unit: ' ',
      equipmentTypeIds: undefined,
    }),
  ).toEqual({
    name: 'A',
    belongsTo: 'ticket',
    dataType: 'text',
    choices: [],
    unit: null,
    equipmentTypeIds: [],
    locationTypeIds: [],
    ticketTypeIds: [],
  })
  expect(
    draftFrom(hooks, {
      name: 'A',
      url: ' https://a.test ',
      method: 'POST',
      secret: '',
      isActive: true,
    }),
  ).toEqual({ name: 'A', url: 'https://a.test', method: 'POST', isActive: true })
})
