/**
 * Days that recur yearly in the Gregorian, Hebrew or Islamic (Umm al-Qura) calendar. Our own
 * conversion, because a runtime's conversion depends on its version.
 */
export const yearlyCalendars = ['gregorian', 'hebrew', 'islamic-umalqura'] as const
export type YearlyCalendar = (typeof yearlyCalendars)[number]

const DAY_MS = 86_400_000
const dayNumberOf = (day: string): number => Date.parse(`${day}T00:00Z`) / DAY_MS

/**
 * Month and day, equal for the same day of all years; null outside the calendar's table. 30
 * Heshvan, 30 Kislev and Adar I do not exist every year.
 */
export function yearlyKey(day: string, calendar: YearlyCalendar = 'gregorian'): string | null {
  if (calendar === 'gregorian') return day.slice(5)
  return calendar === 'hebrew' ? hebrewKey(dayNumberOf(day)) : islamicKey(dayNumberOf(day))
}

/** 1 Tishri of the year 1, in days since 1970. */
const HEBREW_EPOCH = -1_373_427 - 719_163

/** Days from the epoch to the mean new moon of Tishri, with the first two postponements. */
function elapsedDays(year: number): number {
  const months = Math.floor((235 * year - 234) / 19)
  const parts = 12_084 + 13_753 * months
  const day = 29 * months + Math.floor(parts / 25_920)
  return (3 * (day + 1)) % 7 < 3 ? day + 1 : day
}

function newYear(year: number): number {
  const [before, own, after] = [elapsedDays(year - 1), elapsedDays(year), elapsedDays(year + 1)]
  const delay = after - own === 356 ? 2 : own - before === 382 ? 1 : 0
  return HEBREW_EPOCH + own + delay
}

function hebrewKey(dayNumber: number): string {
  let year = Math.floor((dayNumber - HEBREW_EPOCH) / 365.246) + 1
  while (newYear(year) > dayNumber) year -= 1
  while (newYear(year + 1) <= dayNumber) year += 1
  const length = newYear(year + 1) - newYear(year)
  const isLeap = length > 380
  const months: readonly (readonly [string, number])[] = [
    ['tishri', 30],
    ['heshvan', length % 10 === 5 ? 30 : 29],
    ['kislev', length % 10 === 3 ? 29 : 30],
    ['tevet', 29],
    ['shevat', 30],
    ...(isLeap ? ([['adarI', 30]] as const) : []),
    ['adar', 29],
    ['nisan', 30],
    ['iyar', 29],
    ['sivan', 30],
    ['tammuz', 29],
    ['av', 30],
    ['elul', 29],
  ]
  let left = dayNumber - newYear(year)
  for (const [name, days] of months) {
    if (left < days) return `${name} ${left + 1}`
    left -= days
  }
  throw new Error('A Hebrew year is shorter than its months')
}

/**
 * Months of 30 days by year, Muharram in the lowest bit. From @umalqura/core 0.0.7 (MIT), checked
 * against the Eids of the Python package `holidays`. ICU 78 differs before 1420 and after 1450. The
 * table covers 20 November 1979 to 16 November 2077.
 */
const ISLAMIC_START = 3_610
const longMonths: readonly number[] = [
  0x695,
  0x52b,
  0xa57,
  0x4ae,
  0x976,
  0x56c,
  0xb55,
  0xaaa,
  0xa55,
  0x4ad, // 1400
  0x95d,
  0x2da,
  0x5d9,
  0xdb2,
  0xba4,
  0xb4a,
  0xa55,
  0x2b5,
  0x575,
  0xb6a, // 1410
  0xbd2,
  0xbc4,
  0xb89,
  0xa95,
  0x52d,
  0x5ad,
  0xb6a,
  0x6d4,
  0xdc9,
  0xd92, // 1420
  0xaa6,
  0x956,
  0x2ae,
  0x56d,
  0x36a,
  0xb55,
  0xaaa,
  0x94d,
  0x49d,
  0x95d, // 1430
  0x2ba,
  0x5b5,
  0x5aa,
  0xd55,
  0xa9a,
  0x92e,
  0x26e,
  0x55d,
  0xada,
  0x6d4, // 1440
  0x6a5,
  0x54b,
  0xa97,
  0x54e,
  0xaae,
  0x5ac,
  0xba9,
  0xd92,
  0xb25,
  0x64b, // 1450
  0xcab,
  0x55a,
  0xb55,
  0x6d2,
  0xea5,
  0xe4a,
  0xa95,
  0x52d,
  0xaad,
  0x36c, // 1460
  0x759,
  0x6d2,
  0x695,
  0x52d,
  0xa5b,
  0x4ba,
  0x9ba,
  0x3b4,
  0xb69,
  0xb52, // 1470
  0xaa6,
  0x4b6,
  0x96d,
  0x2ec,
  0x6d9,
  0xeb2,
  0xd54,
  0xd2a,
  0xa56,
  0x4ae, // 1480
  0x96d,
  0xd6a,
  0xb54,
  0xb29,
  0xa93,
  0x52b,
  0xa57,
  0x536,
  0xab5,
  0x6aa, // 1490
  0xe93, // 1500
]
export const LAST_ISLAMIC_DAY = '2077-11-16'

function islamicKey(dayNumber: number): string | null {
  let left = dayNumber - ISLAMIC_START
  if (left < 0) return null
  for (const months of longMonths)
    for (let month = 0; month < 12; month += 1) {
      const days = (months >> month) & 1 ? 30 : 29
      if (left < days) return `${month + 1}-${left + 1}`
      left -= days
    }
  return null
}
