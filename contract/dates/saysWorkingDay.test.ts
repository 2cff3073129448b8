import { expect, it } from 'vitest'
import { saysWorkingDay } from './saysWorkingDay.ts'

it.each([
  ['Рабочая суббота', true],
  ['рабочий день (перенос с 5 ноября)', true],
  ['Суббота — рабочий день', true],
  ['Working Saturday', true],
  ['Pracovní sobota', true],
  ['PRACOVNÝ DEŇ', true],
  ['יום עבודה', true],
  ['يَوْم عمل', true],
  ['Нерабочий день', false],
  ['Не рабочий день', false],
  ['Non-working day', false],
  ['Nepracovní den', false],
  ['يوم غير عمل', false],
  ['День трудящихся', false],
  ['Workers’ Day', false],
  ['Выходной день', false],
])('saysWorkingDay() of %j is %s', (name, expected) => {
  expect(saysWorkingDay(name)).toBe(expected)
})
