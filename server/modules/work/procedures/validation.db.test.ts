import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const { referenceData, procedures } = contract
let testApp: TestApp
let admin: string
let places: { type: number; place: number }
let serial: { id: number; version: number }
let cold: { id: number; version: number }
let made: { id: number; version: number; questions: SurveyQuestion[] }

const ok = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const question = (
  id: number,
  kind: 'text' | 'number',
  title: string,
  validationTypeId: number | null,
): SurveyQuestion => ({
  id,
  kind,
  title,
  ...blankQuestion,
  required: false,
  validationTypeId: validationTypeId as never,
})
let count = 0
const newType = (body: {
  dataType: 'number' | 'text'
  minimum?: number
  maximum?: number
  pattern?: string
}) =>
  ok(
    testApp.call(admin, referenceData.createValidationType, {
      body: {
        name: `Type ${(count += 1)}`,
        minimum: null,
        maximum: null,
        pattern: null,
        hint: 'As on the plate',
        ...body,
      },
    }),
  )

beforeAll(async () => {
  testApp = await openTestApp()
  admin = await testApp.signIn('administrator')
  const type = await ok(
    testApp.call(admin, contract.referenceLists.createProcedureType, {
      body: { name: 'Round', isTracer: false },
    }),
  )
  const kind = await ok(
    testApp.call(admin, contract.referenceLists.createLocationType, { body: { name: 'Room' } }),
  )
  const place = await ok(
    testApp.call(admin, contract.locations.createLocation, {
      body: { name: 'Ward', typeId: kind.id },
    }),
  )
  places = { type: type.id, place: place.id }
})
afterAll(() => testApp.close())
beforeEach(async () => {
  serial = await newType({ dataType: 'text', pattern: '[A-Z]{2}-\\d{4}' })
  cold = await newType({ dataType: 'number', minimum: 2, maximum: 8 })
  made = await ok(
    testApp.call(admin, procedures.createProcedure, {
      body: {
        name: `Check ${count}`,
        typeId: places.type as never,
        target: 'location',
        questions: [
          question(-1, 'text', 'Serial?', serial.id),
          question(-2, 'number', 'Fridge?', cold.id),
        ],
      },
    }),
  )
})

const read = () => ok(testApp.call(admin, procedures.getProcedure, { params: { id: made.id } }))
function perform({ text, value, version }: { text?: string; value?: number; version?: number }) {
  const [plate, fridge] = made.questions.map(({ id }) => id)
  return testApp.raw(admin, 'POST', '/api/procedure-logs', {
    clientKey: crypto.randomUUID(),
    procedureId: made.id,
    procedureVersion: version ?? made.version,
    equipmentId: null,
    locationId: places.place,
    startedAt: testApp.clock.now().toISOString(),
    answers: [
      ...(text === undefined ? [] : [{ kind: 'text', questionId: plate, text }]),
      ...(value === undefined ? [] : [{ kind: 'number', questionId: fridge, value }]),
    ],
  })
}

it('a question with a validation type has its rule, and is saved again unchanged', async () => {
  expect(made.questions[0]).toMatchObject({
    validationTypeId: serial.id,
    validation: { pattern: '[A-Z]{2}-\\d{4}', hint: 'As on the plate' },
  })
  const saved = await ok(
    testApp.call(admin, procedures.updateProcedure, {
      params: { id: made.id },
      body: { version: made.version, questions: made.questions },
    }),
  )
  expect(saved.questions).toEqual(made.questions)
})

it('an answer that breaks its validation is refused by its question, one that fits is stored with the rule', async () => {
  const [plate, fridge] = made.questions.map(({ id }) => id)
  expect(await perform({ text: 'x AB-1234' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: `body.answers.${plate}`, code: 'breaksPattern' }] },
  })
  expect(await perform({ value: 9 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: `body.answers.${fridge}`, code: 'aboveMaximum' }] },
  })
  expect(await perform({ value: 1.9 })).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'belowMinimum' }] },
  })
  expect(await perform({ text: 'AB-1234', value: 2 })).toMatchObject({
    status: 200,
    body: { questions: [{ validation: { pattern: '[A-Z]{2}-\\d{4}' } }, {}] },
  })
})

it('a text pattern that could run without end is refused', async () => {
  const heavy = await newType({ dataType: 'text', pattern: '(\\pL?){45}' })
  made = await ok(
    testApp.call(admin, procedures.updateProcedure, {
      params: { id: made.id },
      body: {
        version: made.version,
        questions: made.questions.map((one) =>
          one.kind === 'text' ? { ...one, validationTypeId: heavy.id as never } : one,
        ),
      },
    }),
  )
  expect(await perform({ text: 'a'.repeat(10_000) })).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'tooMuchWork' }] },
  })
})

describe('a change of a validation type', () => {
  it('gives its procedures another version, and answers to the former one are judged by that', async () => {
    await ok(
      testApp.call(admin, referenceData.updateValidationType, {
        params: { id: serial.id as never },
        body: { version: serial.version, pattern: '\\d+' },
      }),
    )
    const now = await read()
    expect(now.version).toBe(made.version + 1)
    expect((await perform({ text: 'AB-1234', version: made.version })).status).toBe(200)
    expect((await perform({ text: '77', version: made.version })).status).toBe(400)
    expect((await perform({ text: '77', version: now.version })).status).toBe(200)
    expect((await perform({ text: 'AB-1234', version: now.version })).status).toBe(400)
  })

  it('is in the history of the procedure', async () => {
    await ok(
      testApp.call(admin, referenceData.updateValidationType, {
        params: { id: serial.id as never },
        body: { version: serial.version, pattern: '\\d+' },
      }),
    )
    const {
      rows: [entry],
    } = await ok(
      testApp.call(admin, contract.journal.listJournal, {
        body: { entity: 'procedure', entityId: made.id, limit: 1 },
      }),
    )
    expect(entry?.changes).toMatchObject([
      {
        field: 'validationType',
        part: { name: 'Serial?' },
        before: expect.stringContaining('[A-Z]{2}'),
        after: expect.stringMatching(/ · \\d\+$/),
      },
    ])
  })

  it('of the name alone is recorded too, and an unused type changes no procedure', async () => {
    const free = await newType({ dataType: 'text', pattern: 'a' })
    await ok(
      testApp.call(admin, referenceData.updateValidationType, {
        params: { id: free.id },
        body: { version: free.version, pattern: 'b' },
      }),
    )
    expect((await read()).version).toBe(made.version)
  })

  it('keeps the data type while questions of that kind use it', async () => {
    expect(
      await testApp.call(admin, referenceData.updateValidationType, {
        params: { id: serial.id as never },
        body: { version: serial.version, dataType: 'number' },
      }),
    ).toMatchObject({ status: 409, body: { errors: [{ code: 'inUse' }] } })
  })
})

describe('a validation type in use', () => {
  it('is counted and listed, and cannot be deleted', async () => {
    const row = (
      await ok(
        testApp.call(admin, referenceData.listValidationTypes, {
          body: { ids: [serial.id as never] },
        }),
      )
    ).rows[0]
    expect(row?.usedBy).toBe(1)
    expect(
      (
        await ok(
          testApp.call(admin, referenceData.listValidationTypeUses, {
            params: { id: serial.id as never },
            body: {},
          }),
        )
      ).rows,
    ).toEqual([
      {
        kind: 'procedure',
        id: made.id,
        name: expect.stringMatching(/^Check .*: Serial\?$/),
        holds: true,
      },
    ])
    expect(
      await testApp.call(admin, referenceData.deleteValidationType, {
        params: { id: serial.id as never },
      }),
    ).toMatchObject({ status: 409, body: { errors: [{ code: 'inUse' }] } })
  })

  it('is replaced by another of the same data type, as another version', async () => {
    const other = await newType({ dataType: 'text', pattern: '\\d+' })
    expect(
      (
        await testApp.call(admin, referenceData.replaceValidationType, {
          params: { id: serial.id as never },
          body: { by: cold.id as never },
        })
      ).status,
    ).toBe(400)
    await ok(
      testApp.call(admin, referenceData.replaceValidationType, {
        params: { id: serial.id as never },
        body: { by: other.id },
      }),
    )
    const now = await read()
    expect([now.version, now.questions[0]?.validationTypeId]).toEqual([made.version + 1, other.id])
    expect((await perform({ text: 'AB-1234', version: made.version })).status).toBe(200)
  })

  it('can be deleted with its last question', async () => {
    await ok(
      testApp.call(admin, procedures.updateProcedure, {
        params: { id: made.id },
        body: {
          version: made.version,
          questions: made.questions.filter(({ kind }) => kind === 'number'),
        },
      }),
    )
    expect(
      (
        await testApp.call(admin, referenceData.deleteValidationType, {
          params: { id: serial.id as never },
        })
      ).status,
    ).toBe(200)
  })
})

it('a validation type of another kind, of another company or unknown is refused', async () => {
  const save = (one: SurveyQuestion) =>
    testApp.raw(admin, 'PUT', `/api/procedures/${made.id}`, {
      version: made.version,
      questions: [one],
    })
  expect(await save(question(-1, 'text', 'T', cold.id))).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'body.questions.0.validationTypeId', code: 'wrongKind' }] },
  })
  const there = await testApp.call(
    await testApp.signIn('administrator', 'there'),
    referenceData.createValidationType,
    {
      body: {
        name: 'Theirs',
        dataType: 'text',
        minimum: null,
        maximum: null,
        pattern: null,
        hint: null,
      },
    },
  )
  expect((await save(question(-1, 'text', 'T', there.body.id))).status).toBe(404)
})
