import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index'
import { withSchedules } from '../../../tests/scheduleFixtures.ts'

const { rrules } = contract
const { call, draft, make, makeProcedure } = withSchedules()

describe('a rule that cannot be kept', () => {
  it.each([
    ['FREQ=DAILY;COUNT=0', 'outOfRange'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'neverMatches'],
    ['FREQ=DAILY;BYHOUR=24', 'outOfRange'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'duplicatePart'],
    ['every Tuesday', 'unknownLine'],
    ['FREQ=SECONDLY', 'noSeconds'],
    ['', 'empty'],
    ['FREQ=YEARLY;COUNT=500', 'endsTooFar'],
    ['DTSTART;TZID=America/New_York:20261120T080000\nRRULE:FREQ=DAILY', 'otherZone'],
    ['DTSTART:20261120T080000Z\nRRULE:FREQ=DAILY', 'otherZone'],
    ['DTSTART:20261120T090000\nRRULE:FREQ=DAILY', 'otherStart'],
  ])('%s is refused: %s', async (rule, code) => {
    const procedure = await makeProcedure()
    const answer = await call(rrules.createRrule, {
      body: draft(procedure.id, { rule }),
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ errors: [{ path: 'body.rule', code }] })
    expect(
      (
        await call(rrules.previewRrule, {
          body: { id: null, draft: draft(procedure.id, { rule }) },
        })
      ).body.faults,
    ).toMatchObject([{ code }])
  })
  it('is kept with a DTSTART that says what the start says', async () => {
    const { rule } = await make({
      rule: 'DTSTART;TZID=Asia/Jerusalem:20261120T080000\nRRULE:FREQ=DAILY;',
      start: '2026-11-20T08:00',
    })
    expect(rule.start).toBe('2026-11-20T08:00')
  })
  it('is refused where its things cannot have the procedure', async () => {
    const procedure = await makeProcedure('equipment')
    expect((await call(rrules.createRrule, { body: draft(procedure.id) })).body).toMatchObject({
      errors: [{ path: 'body.objects', code: 'wrongTarget' }],
    })
  })
})
