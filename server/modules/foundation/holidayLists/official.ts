/**
 * Published lists of holidays, which replace the calculated days of their period.
 * docs/features/holidays.md compares them and names the missing lists.
 */
interface Names {
  local: string
  en: string
}

export interface OfficialList {
  country: string
  /** If omitted, the list applies to all regions. */
  region?: string
  from: string
  until: string
  source: { title: string; url: string; seen: string }
  /** Not decided yet: the days are proposals, beside the calculated ones. */
  isProposal?: true
  /** If omitted, the calculated names of the day apply. */
  days: readonly { date: string; names?: Names; kind?: 'working' }[]
}

/**
 * Countries whose governments move days or decide the length of a holiday every year. Without an
 * official list their days are proposals.
 */
export const decidedEveryYear: ReadonlySet<string> = new Set([
  'AE',
  'BY',
  'CN',
  'EG',
  'HU',
  'KZ',
  'RU',
  'SA',
  'VN',
])

const dates = (year: number, ...days: string[]) => days.map((day) => ({ date: `${year}-${day}` }))

const czechYear = (year: number, goodFriday: string, easterMonday: string) =>
  dates(
    year,
    '01-01',
    goodFriday,
    easterMonday,
    '05-01',
    '05-08',
    '07-05',
    '07-06',
    '09-28',
    '10-28',
    '11-17',
    '12-24',
    '12-25',
    '12-26',
  )

const bankHolidays = (region: string, days: OfficialList['days']): OfficialList => ({
  country: 'GB',
  region,
  from: '2026-01-01',
  until: '2028-12-31',
  source: {
    title: 'GOV.UK bank holidays',
    url: 'https://www.gov.uk/bank-holidays',
    seen: '2026-02-25',
  },
  days,
})
const substitute = (date: string, name: string) => {
  const text = `${name} (substitute day)`
  return { date, names: { local: text, en: text } }
}
const winter2028 = substitute('2028-01-03', 'New Year’s Day')
const christmases = [
  ...dates(2026, '12-25'),
  substitute('2026-12-28', 'Boxing Day'),
  substitute('2027-12-27', 'Christmas Day'),
  substitute('2027-12-28', 'Boxing Day'),
  ...dates(2028, '12-25', '12-26'),
]
const springs = [
  ...dates(2026, '01-01', '04-03', '05-04', '05-25'),
  ...dates(2027, '01-01', '03-26', '05-03', '05-31'),
  ...dates(2028, '04-14', '05-01', '05-29'),
]
const easterMondays = ['2026-04-06', '2027-03-29', '2028-04-17'].map((date) => ({ date }))
const lateAugusts = ['2026-08-31', '2027-08-30', '2028-08-28'].map((date) => ({ date }))

const moved: Names = { local: 'Перенесённый выходной день', en: 'Moved day off' }

export const officialLists: readonly OfficialList[] = [
  {
    country: 'CZ',
    from: '2026-01-01',
    until: '2027-12-31',
    source: {
      title: 'Zákon č. 245/2000 Sb.',
      url: 'https://www.epravo.cz/top/zakony/sbirka-zakonu/zakon-ze-dne-29-cervna-2000-o-statnich-svatcich-o-ostatnich-svatcich-o-vyznamnych-dnech-a-o-dnech-pracovniho-klidu-1394.html',
      seen: '2026-11-29',
    },
    days: [...czechYear(2026, '04-03', '04-06'), ...czechYear(2027, '03-26', '03-29')],
  },
  {
    country: 'SK',
    from: '2026-01-01',
    until: '2027-12-31',
    source: {
      title: 'Zákon č. 241/1993 Z. z. (prehľad)',
      url: 'https://news.refresher.sk/196259-TABULKA-Zmena-sviatkov-v-roku-2026-Kedy-budu-zatvorene-obchody-a-kedy-nepojdem-do-prace',
      seen: '2026-01-10',
    },
    days: [
      // In 2026 alone, 8 May and 15 September are working days. 1 September and 17 November stay so.
      ...dates(2026, '01-01', '01-06', '04-03', '04-06', '05-01', '07-05', '08-29', '11-01'),
      ...dates(2026, '12-24', '12-25', '12-26'),
      ...dates(2027, '01-01', '01-06', '03-26', '03-29', '05-01', '05-08', '07-05', '08-29'),
      ...dates(2027, '09-15', '11-01', '12-24', '12-25', '12-26'),
    ],
  },
  {
    country: 'RU',
    from: '2026-01-01',
    until: '2026-12-31',
    source: {
      title: 'Постановление Правительства РФ от 24.09.2025 № 1466',
      url: 'https://profedu38.ru/index.php?option=com_content&view=article&id=2426:perenos-vykhodnykh-dnej-v-2026-godu&catid=105&Itemid=393',
      seen: '2026-11-29',
    },
    days: [
      ...dates(2026, '01-01', '01-02', '01-03', '01-04', '01-05', '01-06', '01-07', '01-08'),
      { date: '2026-01-09', names: moved },
      ...dates(2026, '02-23', '03-08'),
      { date: '2026-03-09', names: moved },
      ...dates(2026, '05-01', '05-09'),
      { date: '2026-05-11', names: moved },
      ...dates(2026, '06-12', '11-04'),
      { date: '2026-12-31', names: moved },
    ],
  },
  {
    country: 'RU',
    from: '2027-01-01',
    until: '2027-12-31',
    source: {
      title: 'Предварительный перенос выходных 2027 года',
      url: 'https://news.mail.ru/society/69263681/',
      seen: '2025-12-28',
    },
    isProposal: true,
    days: [
      { date: '2027-11-05', names: moved },
      {
        date: '2027-11-13',
        names: { local: 'Рабочая суббота', en: 'Working Saturday' },
        kind: 'working',
      },
    ],
  },
  bankHolidays('ENG', [...springs, ...easterMondays, ...lateAugusts, winter2028, ...christmases]),
  bankHolidays('WLS', [...springs, ...easterMondays, ...lateAugusts, winter2028, ...christmases]),
  bankHolidays('SCT', [
    ...springs,
    ...dates(2026, '01-02', '06-15', '08-03', '11-30'),
    substitute('2027-01-04', '2nd January'),
    ...dates(2027, '08-02', '11-30'),
    winter2028,
    substitute('2028-01-04', '2nd January'),
    ...dates(2028, '08-07', '11-30'),
    ...christmases,
  ]),
  bankHolidays('NIR', [
    ...springs,
    ...easterMondays,
    ...lateAugusts,
    ...dates(2026, '03-17'),
    substitute('2026-07-13', 'Battle of the Boyne'),
    ...dates(2027, '03-17', '07-12'),
    winter2028,
    ...dates(2028, '03-17', '07-12'),
    ...christmases,
  ]),
]
