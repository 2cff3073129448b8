import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { dropAnswer, saveAnswer, deleteAnswersOfOthers, readAnswer } from './answerDatabase.ts'

const NOW = Date.parse('2026-11-23T08:00:00Z')
const DAY = 86_400_000

describe('answers kept on the device', () => {
  it('are found again by the user they were given to, and by nobody else', async () => {
    await saveAnswer('1/7', 'queue', { rows: [1] }, NOW)
    expect(await readAnswer('1/7', 'queue', NOW)).toMatchObject({
      data: { rows: [1] },
      keptAt: NOW,
    })
    expect(await readAnswer('1/8', 'queue', NOW)).toBeNull()
    expect(await readAnswer('2/7', 'queue', NOW)).toBeNull()
    await dropAnswer('1/7', 'queue')
    expect(await readAnswer('1/7', 'queue', NOW)).toBeNull()
  })

  it('expire after three days', async () => {
    await saveAnswer('1/7', 'queue', [], NOW)
    expect(await readAnswer('1/7', 'queue', NOW + 3 * DAY)).not.toBeNull()
    expect(await readAnswer('1/7', 'queue', NOW + 3 * DAY + 1)).toBeNull()
  })

  it('are deleted with the session', async () => {
    await saveAnswer('1/7', 'queue', [], NOW)
    await saveAnswer('1/8', 'queue', [], NOW)
    await deleteAnswersOfOthers('1/8', NOW)
    expect(await readAnswer('1/7', 'queue', NOW)).toBeNull()
    expect(await readAnswer('1/8', 'queue', NOW)).not.toBeNull()
    await deleteAnswersOfOthers(null, NOW)
    expect(await readAnswer('1/8', 'queue', NOW)).toBeNull()
  })

  it('take a bounded room: the oldest go, and what is too long is not kept', async () => {
    for (let index = 0; index < 805; index += 1)
      await saveAnswer('1/7', `row ${index}`, index, NOW + index)
    expect(await readAnswer('1/7', 'row 4', NOW)).toBeNull()
    expect(await readAnswer('1/7', 'row 5', NOW)).not.toBeNull()
    await saveAnswer('1/7', 'row 804', 'x'.repeat(400_001), NOW)
    expect(await readAnswer('1/7', 'row 804', NOW)).toBeNull()
  })
})

it('answers kept on the device are not shown if another release of the page stored them', async () => {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = '/assets/index-AAAAAAAA.js'
  document.head.append(script)
  await saveAnswer('1/2', 'getProcedure(1)', { id: 1 }, 1_000)
  expect((await readAnswer('1/2', 'getProcedure(1)', 1_000))?.data).toEqual({ id: 1 })
  script.src = '/assets/index-BBBBBBBB.js'
  expect(await readAnswer('1/2', 'getProcedure(1)', 1_000)).toBeNull()
  script.remove()
})
