import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { loggedError } from './logErrors.ts'

const refusal = Object.assign(new Error('duplicate key value (email)=(eva@mlyn.test)'), {
  code: '23505',
  severity: 'ERROR',
  detail: 'Key (email)=(eva@mlyn.test) already exists.',
  constraint: 'person_email',
  table: 'person',
})

describe('loggedError()', () => {
  it('keeps the query and code of a failing query, and no value', () => {
    const logged = loggedError(
      new DrizzleQueryError('insert into person values ($1)', ['eva@mlyn.test', 'geheim'], refusal),
    )
    const text = JSON.stringify(logged)
    expect(text).not.toMatch(/eva@mlyn|geheim/)
    expect(logged).toMatchObject({
      query: 'insert into person values ($1)',
      cause: { code: '23505', constraint: 'person_email', table: 'person' },
    })
    expect(logged.stack).toContain('logErrors.test')
  })

  it('hides addresses, tokens and phone numbers in its message', () => {
    const logged = loggedError(
      new Error(
        '550 no such user <eva@mlyn.test>, call +420 601 000 003, Bearer eyJhbGciOi.eyJzdWIi.c2ln',
      ),
    )
    expect(logged.message).toBe('550 no such user <…>, call …, Bearer …')
  })

  it('keeps the message of a plain error', () =>
    expect(loggedError(new TypeError('x is not a function')).message).toBe('x is not a function'))

  it('does not follow causes without end', () => {
    const loop = new Error('loop')
    loop.cause = loop
    expect(JSON.stringify(loggedError(loop)).length).toBeLessThan(20_000)
  })
})
