/** Every example of RFC 5545, section 3.8.5.3: New York, on the wall clock. */
import { describe, expect, it } from 'vitest'
import { occurrences } from './expand.ts'
import { parseRule } from './rule.ts'
import { ruleFaults } from './ruleFaults.ts'

const zone = 'America/New_York'
/** `on('1997-09', 2, 9)`: those days at 09:00, as in most examples. */
const on = (month: string, ...days: number[]) =>
  days.map((day) => `${month}-${String(day).padStart(2, '0')}T09:00`)
const at = (day: string, ...times: string[]) => times.map((time) => `${day}T${time}`)
const through = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
const january = (year: number) => on(`${year}-01`, ...through(1, 31))
const workday = ['09', '10', '11', '12', '13', '14', '15', '16'].flatMap((hour) => [
  `${hour}:00`,
  `${hour}:20`,
  `${hour}:40`,
])

type Example = [what: string, start: string, rule: string, expected: string[], goesOn?: 'goes on']
const examples: Example[] = [
  ['daily for 10 occurrences', '19970902', 'FREQ=DAILY;COUNT=10', on('1997-09', ...through(2, 11))],
  [
    'daily until December 24',
    '19970902',
    'FREQ=DAILY;UNTIL=19971224T000000Z',
    [
      ...on('1997-09', ...through(2, 30)),
      ...on('1997-10', ...through(1, 31)),
      ...on('1997-11', ...through(1, 30)),
      ...on('1997-12', ...through(1, 23)),
    ],
  ],
  [
    'every other day',
    '19970902',
    'FREQ=DAILY;INTERVAL=2',
    [
      ...on('1997-09', 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
      ...on('1997-10', 2, 4),
    ],
    'goes on',
  ],
  [
    'every 10 days, 5 occurrences',
    '19970902',
    'FREQ=DAILY;INTERVAL=10;COUNT=5',
    [...on('1997-09', 2, 12, 22), ...on('1997-10', 2, 12)],
  ],
  [
    'every day in January, for 3 years',
    '19980101',
    'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
    [...january(1998), ...january(1999), ...january(2000)],
  ],
  [
    'every day in January, said daily',
    '19980101',
    'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1',
    [...january(1998), ...january(1999), ...january(2000)],
  ],
  [
    'weekly for 10 occurrences',
    '19970902',
    'FREQ=WEEKLY;COUNT=10',
    [...on('1997-09', 2, 9, 16, 23, 30), ...on('1997-10', 7, 14, 21, 28), ...on('1997-11', 4)],
  ],
  [
    'weekly until December 24',
    '19970902',
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    [
      ...on('1997-09', 2, 9, 16, 23, 30),
      ...on('1997-10', 7, 14, 21, 28),
      ...on('1997-11', 4, 11, 18, 25),
      ...on('1997-12', 2, 9, 16, 23),
    ],
  ],
  [
    'every other week',
    '19970902',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    [
      ...on('1997-09', 2, 16, 30),
      ...on('1997-10', 14, 28),
      ...on('1997-11', 11, 25),
      ...on('1997-12', 9, 23),
      ...on('1998-01', 6, 20),
      ...on('1998-02', 3, 17),
    ],
    'goes on',
  ],
  [
    'Tuesday and Thursday for five weeks',
    '19970902',
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    [...on('1997-09', 2, 4, 9, 11, 16, 18, 23, 25, 30), ...on('1997-10', 2)],
  ],
  [
    'the same by count',
    '19970902',
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    [...on('1997-09', 2, 4, 9, 11, 16, 18, 23, 25, 30), ...on('1997-10', 2)],
  ],
  [
    'every other week on three days, until December 24',
    '19970901',
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    [
      ...on('1997-09', 1, 3, 5, 15, 17, 19, 29),
      ...on('1997-10', 1, 3, 13, 15, 17, 27, 29, 31),
      ...on('1997-11', 10, 12, 14, 24, 26, 28),
      ...on('1997-12', 8, 10, 12, 22),
    ],
  ],
  [
    'every other week on two days, 8 occurrences',
    '19970902',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    [...on('1997-09', 2, 4, 16, 18, 30), ...on('1997-10', 2, 14, 16)],
  ],
  [
    'the first Friday, 10 occurrences',
    '19970905',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    [
      ...on('1997-09', 5),
      ...on('1997-10', 3),
      ...on('1997-11', 7),
      ...on('1997-12', 5),
      ...on('1998-01', 2),
      ...on('1998-02', 6),
      ...on('1998-03', 6),
      ...on('1998-04', 3),
      ...on('1998-05', 1),
      ...on('1998-06', 5),
    ],
  ],
  [
    'the first Friday until December 24',
    '19970905',
    'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    [...on('1997-09', 5), ...on('1997-10', 3), ...on('1997-11', 7), ...on('1997-12', 5)],
  ],
  [
    'every other month, first and last Sunday',
    '19970907',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    [
      ...on('1997-09', 7, 28),
      ...on('1997-11', 2, 30),
      ...on('1998-01', 4, 25),
      ...on('1998-03', 1, 29),
      ...on('1998-05', 3, 31),
    ],
  ],
  [
    'the second-to-last Monday for 6 months',
    '19970922',
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    [
      ...on('1997-09', 22),
      ...on('1997-10', 20),
      ...on('1997-11', 17),
      ...on('1997-12', 22),
      ...on('1998-01', 19),
      ...on('1998-02', 16),
    ],
  ],
  [
    'the third-to-last day',
    '19970928',
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    [
      ...on('1997-09', 28),
      ...on('1997-10', 29),
      ...on('1997-11', 28),
      ...on('1997-12', 29),
      ...on('1998-01', 29),
      ...on('1998-02', 26),
    ],
    'goes on',
  ],
  [
    'the 2nd and 15th, 10 occurrences',
    '19970902',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    ['1997-09', '1997-10', '1997-11', '1997-12', '1998-01'].flatMap((month) => on(month, 2, 15)),
  ],
  [
    'the first and last day, 10 occurrences',
    '19970930',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    [
      ...on('1997-09', 30),
      ...on('1997-10', 1, 31),
      ...on('1997-11', 1, 30),
      ...on('1997-12', 1, 31),
      ...on('1998-01', 1, 31),
      ...on('1998-02', 1),
    ],
  ],
  [
    'every 18 months on the 10th to 15th',
    '19970910',
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    [...on('1997-09', ...through(10, 15)), ...on('1999-03', ...through(10, 13))],
  ],
  [
    'every Tuesday, every other month',
    '19970902',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    [
      ...on('1997-09', 2, 9, 16, 23, 30),
      ...on('1997-11', 4, 11, 18, 25),
      ...on('1998-01', 6, 13, 20, 27),
      ...on('1998-03', 3, 10, 17, 24, 31),
    ],
    'goes on',
  ],
  [
    'yearly in June and July',
    '19970610',
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    through(1997, 2001).flatMap((year) => [...on(`${year}-06`, 10), ...on(`${year}-07`, 10)]),
  ],
  [
    'every other year in January, February and March',
    '19970310',
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    [
      ...on('1997-03', 10),
      ...[1999, 2001, 2003].flatMap((year) => [
        ...on(`${year}-01`, 10),
        ...on(`${year}-02`, 10),
        ...on(`${year}-03`, 10),
      ]),
    ],
  ],
  [
    'every third year on the 1st, 100th and 200th day',
    '19970101',
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    [
      ...on('1997-01', 1),
      ...on('1997-04', 10),
      ...on('1997-07', 19),
      ...on('2000-01', 1),
      ...on('2000-04', 9),
      ...on('2000-07', 18),
      ...on('2003-01', 1),
      ...on('2003-04', 10),
      ...on('2003-07', 19),
      ...on('2006-01', 1),
    ],
  ],
  [
    'the 20th Monday of the year',
    '19970519',
    'FREQ=YEARLY;BYDAY=20MO',
    [...on('1997-05', 19), ...on('1998-05', 18), ...on('1999-05', 17)],
    'goes on',
  ],
  [
    'Monday of week 20',
    '19970512',
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    [...on('1997-05', 12), ...on('1998-05', 11), ...on('1999-05', 17)],
    'goes on',
  ],
  [
    'every Thursday in March',
    '19970313',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    [
      ...on('1997-03', 13, 20, 27),
      ...on('1998-03', 5, 12, 19, 26),
      ...on('1999-03', 4, 11, 18, 25),
    ],
    'goes on',
  ],
  [
    'every Thursday in summer',
    '19970605',
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    [
      ...on('1997-06', 5, 12, 19, 26),
      ...on('1997-07', 3, 10, 17, 24, 31),
      ...on('1997-08', 7, 14, 21, 28),
      ...on('1998-06', 4, 11, 18, 25),
      ...on('1998-07', 2, 9, 16, 23, 30),
      ...on('1998-08', 6, 13, 20, 27),
      ...on('1999-06', 3, 10, 17, 24),
      ...on('1999-07', 1, 8, 15, 22, 29),
      ...on('1999-08', 5, 12, 19, 26),
    ],
    'goes on',
  ],
  [
    'every Friday the 13th',
    '19970902',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13\nEXDATE;TZID=America/New_York:19970902T090000',
    [
      ...on('1998-02', 13),
      ...on('1998-03', 13),
      ...on('1998-11', 13),
      ...on('1999-08', 13),
      ...on('2000-10', 13),
    ],
    'goes on',
  ],
  [
    'the first Saturday that follows the first Sunday',
    '19970913',
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    [
      ...on('1997-09', 13),
      ...on('1997-10', 11),
      ...on('1997-11', 8),
      ...on('1997-12', 13),
      ...on('1998-01', 10),
      ...on('1998-02', 7),
      ...on('1998-03', 7),
      ...on('1998-04', 11),
      ...on('1998-05', 9),
      ...on('1998-06', 13),
    ],
    'goes on',
  ],
  [
    'election day',
    '19961105',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    [...on('1996-11', 5), ...on('2000-11', 7), ...on('2004-11', 2)],
    'goes on',
  ],
  [
    'the third of Tuesday, Wednesday and Thursday',
    '19970904',
    'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    [...on('1997-09', 4), ...on('1997-10', 7), ...on('1997-11', 6)],
  ],
  [
    'the second-to-last weekday',
    '19970929',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    [
      ...on('1997-09', 29),
      ...on('1997-10', 30),
      ...on('1997-11', 27),
      ...on('1997-12', 30),
      ...on('1998-01', 29),
      ...on('1998-02', 26),
      ...on('1998-03', 30),
    ],
    'goes on',
  ],
  // The RFC prints 17:00Z and means 17:00 in New York (erratum 3883).
  [
    'every 3 hours from 9 to 5',
    '19970902',
    'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z',
    at('1997-09-02', '09:00', '12:00', '15:00'),
  ],
  [
    'every 3 hours as printed',
    '19970902',
    'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z',
    at('1997-09-02', '09:00', '12:00'),
  ],
  [
    'every 15 minutes, 6 occurrences',
    '19970902',
    'FREQ=MINUTELY;INTERVAL=15;COUNT=6',
    at('1997-09-02', '09:00', '09:15', '09:30', '09:45', '10:00', '10:15'),
  ],
  [
    'every hour and a half, 4 occurrences',
    '19970902',
    'FREQ=MINUTELY;INTERVAL=90;COUNT=4',
    at('1997-09-02', '09:00', '10:30', '12:00', '13:30'),
  ],
  [
    'every 20 minutes of the working day',
    '19970902',
    'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40',
    [...at('1997-09-02', ...workday), ...at('1997-09-03', ...workday)],
    'goes on',
  ],
  [
    'the same, said by the minute',
    '19970902',
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16',
    [...at('1997-09-02', ...workday), ...at('1997-09-03', ...workday)],
    'goes on',
  ],
  [
    'weeks that start on Monday',
    '19970805',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    on('1997-08', 5, 10, 19, 24),
  ],
  [
    'weeks that start on Sunday',
    '19970805',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    on('1997-08', 5, 17, 19, 31),
  ],
  [
    'a day that February lacks',
    '20070115',
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    [...on('2007-01', 15, 30), ...on('2007-02', 15), ...on('2007-03', 15, 30)],
  ],
]

describe('the examples of RFC 5545', () => {
  it.each(examples)('%s', (_what, start, text, expected, goesOn) => {
    const {
      rule,
      start: begins,
      zone: named,
      faults,
    } = parseRule(`DTSTART;TZID=${zone}:${start}T090000\nRRULE:${text}`)
    expect(faults).toEqual([])
    if (rule === null || begins === null || named === null) throw new Error('not read')
    expect(ruleFaults(rule, { start: begins, zone })).toEqual([])
    const found = occurrences({
      rule,
      start: begins,
      zone: named,
      limit: goesOn === undefined ? expected.length + 1 : expected.length,
    })
    expect(found.map(({ local }) => local)).toEqual(expected)
  })

  it('stay at nine over the end of daylight saving', () => {
    const { rule } = parseRule('FREQ=DAILY')
    if (rule === null) throw new Error('not read')
    const found = occurrences({
      rule,
      start: '1997-09-02T09:00',
      zone,
      from: '1997-10-25T00:00:00Z',
      limit: 3,
    })
    expect(found.map(({ at: instant }) => instant)).toEqual([
      '1997-10-25T13:00:00.000Z',
      '1997-10-26T14:00:00.000Z',
      '1997-10-27T14:00:00.000Z',
    ])
  })
})
