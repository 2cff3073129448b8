import { expect, it } from 'vitest'
import { readFormat } from './workbookStyles.ts'

it.each([
  'yyyy-mm-dd',
  'dd/mm/yyyy;@',
  'm/d/yy h:mm',
  '[$-405]d. mmmm yyyy',
  '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
  '[$-F400]h:mm:ss AM/PM',
  'mm:ss.0',
  'h:mm:ss.000',
  'mmm-yy',
  'yyyy"年"m"月"d"日"',
  'd mmmm yyyy "г."',
  '[Red]d/m/yyyy',
  'DD.MM.YYYY',
])('the number format %s shows a date', (format) =>
  expect(readFormat(format)).toEqual({ kind: 'date' }),
)

it.each([
  '',
  'General',
  '0',
  '0.00',
  '0_d',
  '0*d',
  '0.00E+00',
  '##0.0E+0',
  '# ?/?',
  '[Red]0;[Blue]-0',
  'General" d"',
  '@',
  '"date"',
  '0;"none since d"',
  '[>=1000]0.0,"k";0',
])('the number format "%s" shows a number', (format) =>
  expect(readFormat(format)).toEqual({ kind: 'number' }),
)

it.each([
  ['0%', '', '%', true],
  ['0.00%', '', '%', true],
  ['#,##0.00 [$Kč-405]', '', ' Kč', false],
  ['#,##0.00\\ [$€-407]', '', ' €', false],
  ['"$"#,##0.00', '$', '', false],
  ['_-* #,##0.00\\ "€"_-', '', ' €', false],
  ['#,##0 "dny"', '', ' dny', false],
  ['0.0\\ \\m', '', ' m', false],
  ['0.0" bar"', '', ' bar', false],
  ['"INV-"0000', 'INV-', '', false],
  ['0.000"°"', '', '°', false],
])('the number format %s shows a unit', (format, before, after, isPercent) =>
  expect(readFormat(format)).toMatchObject({ kind: 'unit', before, after, isPercent }),
)
