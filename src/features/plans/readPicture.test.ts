import { expect, it } from 'vitest'
import { FILE_MAXIMUM } from '#contract/files.ts'
import { faultOfFile } from './readPicture.ts'

it.each([
  ['a PDF', { size: 900, type: 'application/pdf' }, null],
  ['a photo', { size: FILE_MAXIMUM, type: 'image/jpeg' }, null],
  ['a drawing of a program', { size: 900, type: 'image/vnd.dwg' }, 'wrongKind'],
  ['a file of no kind', { size: 900, type: '' }, 'wrongKind'],
  ['a picture that can carry script', { size: 900, type: 'image/svg+xml' }, 'wrongKind'],
  ['more than is kept', { size: FILE_MAXIMUM + 1, type: 'image/png' }, 'tooLarge'],
  ['nothing', { size: 0, type: 'image/png' }, 'unreadable'],
])('the picture %s is judged before it is read', (_what, file, fault) =>
  expect(faultOfFile(file)).toBe(fault),
)
