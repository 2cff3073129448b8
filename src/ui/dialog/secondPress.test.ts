import { expect, it } from 'vitest'
import { ANSWERED_ANEW_MS, DOUBLE_PRESS_MS, isSecondPress, type Press } from './secondPress.ts'

const onPage = (target: string, at: number, isBack = false): Press => ({
  at,
  target,
  dialog: null,
  isBack,
  answers: false,
})
const inDialog = (target: string, at: number, answers = true): Press => ({
  at,
  target,
  dialog: 'Clone',
  isBack: false,
  answers,
})

it.each([
  ['falls into what the first one opened', inDialog('Name', 200), onPage('More', 0), true],
  ['falls on what the dialog had stood over', onPage('Link', 300, true), inDialog('Stay', 0), true],
  ['goes on elsewhere after a dialog', onPage('Other', 300), inDialog('Stay', 0), false],
  ['answers the dialog once more', inDialog('Clone', 100), inDialog('Clone', 0), true],
  ['comes when all of that was seen', inDialog('Name', DOUBLE_PRESS_MS), onPage('More', 0), false],
  ['answers it anew', inDialog('Clone', ANSWERED_ANEW_MS), inDialog('Clone', 0), false],
  ['is on another button of the dialog', inDialog('Cancel', 100), inDialog('Clone', 0), false],
  ['is no answer: the next month', inDialog('Next', 100, false), inDialog('Next', 0, false), false],
  ['is one of several on the page', onPage('Next page', 100), onPage('Next page', 0), false],
  ['follows on something else', inDialog('Clone', 100), null, false],
] as const)(
  'the guard against double presses judges a press that %s',
  (_what, press, last, isSecond) => {
    expect(isSecondPress(press, last)).toBe(isSecond)
  },
)
