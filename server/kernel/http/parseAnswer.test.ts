import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseAnswer } from './parseAnswer.ts'

const point = z.object({ at: z.iso.datetime(), x: z.number(), note: z.string().optional() })
const answer = z.object({
  isCut: z.boolean(),
  next: z.string().nullable().optional(),
  tracks: z.array(z.object({ id: z.number(), points: z.array(point) })),
})
const points = (length: number) =>
  Array.from({ length }, (_, index) => ({ at: '2026-11-28T10:00:00.000Z', x: index, secret: 1 }))
const tracks = (sizes: readonly number[]) => ({
  isCut: false,
  tracks: sizes.map((size, index) => ({ id: index, points: points(size), secret: 1 })),
})

it.each([
  ['a short answer', [3, 2]],
  ['one long list inside a list', [5_000]],
  ['many short lists', Array.from({ length: 400 }, () => 50)],
  ['long and short lists in turn', [1_000, 2, 0, 700, 1]],
])('parseAnswer() gives what the schema gives: %s', async (_name, sizes) => {
  const given = tracks(sizes)
  expect(await parseAnswer(answer, given)).toEqual(answer.parse(given))
  expect(Object.keys((await parseAnswer(answer, given)) as object)).toEqual(['isCut', 'tracks'])
})

it('parseAnswer() refuses a wrong value at the end of a long list', async () => {
  const given = tracks([5_000])
  given.tracks[0]?.points.push({ at: 'yesterday', x: 1, secret: 1 })
  await expect(parseAnswer(answer, given)).rejects.toThrow(z.ZodError)
})

it('parseAnswer() keeps the checks and unknown keys of a schema that has them', async () => {
  const list = z.array(z.number()).refine((all) => all.length < 1_000)
  await expect(parseAnswer(list, Array(1_000).fill(1))).rejects.toThrow(z.ZodError)
  const loose = z.looseObject({ rows: z.array(z.number()) })
  const given = { rows: Array(1_000).fill(1), other: 'stays' }
  expect(await parseAnswer(loose, given)).toEqual(given)
})

it('parseAnswer() yields to the event loop while it parses a long answer', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  await parseAnswer(answer, tracks([100_000]))
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(2)
})
