import '@testing-library/jest-dom/vitest'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { RetentionAnswer } from '#contract/retention.ts'
import { interruptForms, setFormOwner } from '#lib/interruptedForms.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { RuleTable } from './RuleTable.tsx'

pretendServer()

const read: RetentionAnswer = {
  version: 1,
  countsFrom: null,
  rules: [{ kind: 'runs', days: 365, usual: 365, minimum: 7, maximum: 3_650, tables: [] }],
  fixed: [],
  kept: [],
}
const show = () =>
  draw(<RuleTable read={read} onStale={() => undefined} />, { namespaces: ['retention', 'common'] })
const days = () => screen.findByRole('spinbutton')

it('the retention table has its typed days again after the session ended, for the same user alone', async () => {
  setFormOwner('1/2')
  await show()
  await userEvent.clear(await days())
  await userEvent.type(await days(), '90')
  interruptForms()
  cleanup()
  setFormOwner('1/3')
  await show()
  expect(await days()).toHaveValue('365')
  cleanup()
  setFormOwner('1/2')
  await show()
  expect(await days()).toHaveValue('90')
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  setFormOwner(null)
})
