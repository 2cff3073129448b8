/** antd's and dayjs's texts, fetched for one language at a time. Weeks start as the spec says. */
import type { ConfigProviderProps } from 'antd'
import dayjs from 'dayjs'
import localizedFormat from 'dayjs/plugin/localizedFormat'
import updateLocale from 'dayjs/plugin/updateLocale'
import { weekStartOf, type Language } from '#lib/i18n/languages.ts'

export type AntdLocale = NonNullable<ConfigProviderProps['locale']>

dayjs.extend(updateLocale)
// Adds `L` and `LT`: dates and times in the language's order.
dayjs.extend(localizedFormat)

const words: Record<Language, () => Promise<{ default: AntdLocale }>> = {
  en: () => import('antd/es/locale/en_GB'),
  he: () => import('antd/es/locale/he_IL'),
  ar: () => import('antd/es/locale/ar_EG'),
  ru: () => import('antd/es/locale/ru_RU'),
  cs: () => import('antd/es/locale/cs_CZ'),
  sk: () => import('antd/es/locale/sk_SK'),
}

const calendars: Record<Language, () => Promise<unknown>> = {
  en: () => import('dayjs/locale/en-gb'),
  he: () => import('dayjs/locale/he'),
  ar: () => import('dayjs/locale/ar'),
  ru: () => import('dayjs/locale/ru'),
  cs: () => import('dayjs/locale/cs'),
  sk: () => import('dayjs/locale/sk'),
}

export async function loadAntdLocale(language: Language): Promise<AntdLocale> {
  const [locale] = await Promise.all([words[language](), calendars[language]()])
  dayjs.locale(calendarName(language))
  startWeeksOn(language, weekStartOf(language))
  return withNarrowWeekdays(locale.default)
}

/** antd's full day names overlap in Arabic; dayjs's fit a calendar. */
function withNarrowWeekdays({ DatePicker, ...locale }: AntdLocale): AntdLocale {
  if (DatePicker === undefined) return locale
  const { shortWeekDays: _tooWide, ...lang } = DatePicker.lang
  return { ...locale, DatePicker: { ...DatePicker, lang } }
}

const calendarName = (language: Language): string => (language === 'en' ? 'en-gb' : language)

export function startWeeksOn(language: Language, weekStart: number): void {
  dayjs.updateLocale(calendarName(language), { weekStart })
}
