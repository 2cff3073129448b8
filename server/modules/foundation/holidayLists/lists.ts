import type { HolidaySource, ListedHoliday } from '#contract/company/holidayLists.ts'
import type { Language } from '#contract/languages.ts'
import { decidedEveryYear, officialLists, type OfficialList } from './official.ts'

type Names = { local: string } & Partial<Record<Language, string>>
/** Date, index of its name, and 1 if it depends on the moon. */
type Day = [date: string, name: number, isEstimated?: 1]
interface Region {
  name: string
  added?: Day[]
  removed?: string[]
}
interface Country {
  /** The product's languages in which the list has names. */
  languages: Language[]
  names: Names[]
  days: Day[]
  regions?: Record<string, Region>
}
let loaded: Promise<typeof import('./calculated.ts')> | undefined

/** 0.7 MB, loaded when a company first asks for it. */
function calculatedLists() {
  loaded ??= import('./calculated.ts')
  return loaded
}

/** Without inherited keys: the codes come from the caller. */
const own = <T>(from: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  from !== undefined && Object.hasOwn(from, key) ? from[key] : undefined

async function countryOf(code: string): Promise<Country | undefined> {
  const { calculatedCountries } = await calculatedLists()
  const text = own(calculatedCountries, code)
  // Written by scripts/holidayLists/generate.py.
  return text === undefined ? undefined : (JSON.parse(text) as Country)
}

export async function holidayCountries() {
  const { calculatedRegions } = await calculatedLists()
  const countries = JSON.parse(calculatedRegions) as Record<string, Record<string, string>>
  return Object.entries(countries).map(([country, regions]) => ({
    country,
    regions: Object.entries(regions).map(([region, name]) => ({ region, name })),
  }))
}

export async function hasHolidayList(country: string, region: string | null): Promise<boolean> {
  const known = await countryOf(country)
  return known !== undefined && (region === null || own(known.regions, region) !== undefined)
}

export interface ListAsked {
  country: string
  region: string | null
  /** Both inclusive. */
  from: string
  until: string
  language: Language
}

/** Returns null for an unknown country or region. */
export async function holidayListOf(
  asked: ListAsked,
): Promise<{ rows: ListedHoliday[]; sources: HolidaySource[] } | null> {
  const { calculatedSource } = await calculatedLists()
  const known = await countryOf(asked.country)
  const region = asked.region === null ? undefined : own(known?.regions, asked.region)
  if (known === undefined || (asked.region !== null && region === undefined)) return null
  const isAsked = (date: string) => date >= asked.from && date <= asked.until
  const calculated = daysOf(known, region)
  const official = officialLists.filter(
    (list) =>
      list.country === asked.country &&
      (list.region === undefined || list.region === asked.region) &&
      list.from <= asked.until &&
      list.until >= asked.from,
  )
  const isCovered = (date: string) =>
    official.some(
      ({ from, until, isProposal }) => isProposal !== true && date >= from && date <= until,
    )
  const isDecided = decidedEveryYear.has(asked.country)
  const rows = [
    ...official.flatMap((list) =>
      officialDays(list, calculated, (names) => nameIn(names, known.languages, asked.language)),
    ),
    ...[...calculated].flatMap(([date, { names, isEstimated }]): ListedHoliday[] =>
      isCovered(date)
        ? []
        : [
            {
              date,
              name: nameIn(names, known.languages, asked.language),
              kind: 'closed',
              certainty: isEstimated || isDecided ? 'estimated' : 'calculated',
            },
          ],
    ),
  ]
    .filter(({ date }) => isAsked(date))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const left = rows.find(({ certainty }) => certainty !== 'official')
  return {
    rows,
    sources: [
      ...official.map((list) => ({ ...list.source, certainty: certaintyOf(list) })),
      ...(left === undefined
        ? []
        : [
            {
              ...calculatedSource,
              certainty: isDecided ? ('estimated' as const) : ('calculated' as const),
            },
          ]),
    ],
  }
}

interface CalculatedDay {
  names: Names
  isEstimated: boolean
}

function daysOf({ names, days }: Country, region: Region | undefined): Map<string, CalculatedDay> {
  const removed = new Set(region?.removed)
  const found = new Map<string, CalculatedDay>()
  for (const [date, name, isEstimated] of [...days, ...(region?.added ?? [])]) {
    const named = names[name]
    if (named !== undefined && !removed.has(date))
      found.set(date, { names: named, isEstimated: isEstimated === 1 })
  }
  return found
}

const officialDays = (
  list: OfficialList,
  calculated: ReadonlyMap<string, CalculatedDay>,
  nameOf: (names: Names) => string,
): ListedHoliday[] =>
  list.days.map(({ date, names, kind }): ListedHoliday => ({
    date,
    name: nameOf(names ?? calculated.get(date)?.names ?? { local: date }),
    kind: kind ?? 'closed',
    certainty: certaintyOf(list),
  }))

const certaintyOf = ({ isProposal }: OfficialList) =>
  isProposal === true ? ('estimated' as const) : ('official' as const)

/**
 * Substitute languages: a Czech reader gets Slovak names if there are no Czech names, and vice
 * versa.
 */
const alsoReads: Partial<Record<Language, Language>> = { cs: 'sk', sk: 'cs' }

/**
 * Falls back to the local name if the reader's language is one of the list's, and otherwise to
 * English.
 */
function nameIn(names: Names, languages: readonly Language[], language: Language): string {
  const read = [language, alsoReads[language]].find(
    (one) => one !== undefined && languages.includes(one),
  )
  return read === undefined ? (names.en ?? names.local) : (names[read] ?? names.local)
}
