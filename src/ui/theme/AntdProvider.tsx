import { CloseCircleFilled, DownOutlined } from '@ant-design/icons'
import { ConfigProvider, type ThemeConfig } from 'antd'
import { use, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { directionOf, isLanguage, type Language } from '#lib/i18n/languages.ts'
import { ConfirmationHost } from '#ui/dialog/confirmation/ConfirmationHost.tsx'
import { loadAntdLocale, startWeeksOn, type AntdLocale } from './antdLocale.ts'
import { antdSheet } from './antdSheet.ts'
import { antdThemeOf } from './antdTheme.ts'
import { useMedia } from '#lib/useMedia.ts'
import { markRequired } from '#ui/form/requiredMark.tsx'
import { useDoublePressGuard } from '#ui/dialog/useDoublePressGuard.ts'
import { useScheme } from './scheme.ts'
import { startTabLeavesLists } from './tabLeavesLists.ts'
import type { Scheme } from './tokens.ts'

const loaded = new Map<Language, Promise<AntdLocale>>()

function localeFor(language: Language): Promise<AntdLocale> {
  const known = loaded.get(language) ?? loadAntdLocale(language)
  loaded.set(language, known)
  return known
}

/**
 * Everything that the provider waits for. Start it before the first render: React shows suspended
 * content a third of a second late.
 */
export const antdDress = (language: Language): Promise<unknown> =>
  Promise.all([antdSheet(), localeFor(language)])

const form = { requiredMark: markRequired }
/** antd's icons have English names, which screen readers would read in addition to the field. */
const select = {
  suffixIcon: <DownOutlined aria-hidden />,
  clearIcon: <CloseCircleFilled aria-hidden />,
}

/**
 * If the user prefers reduced motion, turns it off. A shortened motion still draws a dialog small
 * and displaced for one frame, and loses a press in it.
 */
function themeFor(scheme: Scheme, isStill: boolean): ThemeConfig {
  const theme = antdThemeOf(scheme)
  return isStill ? { ...theme, token: { ...theme.token, motion: false } } : theme
}

export function AntdProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  useDoublePressGuard()
  const { scheme } = useScheme()
  const language = isLanguage(i18n.resolvedLanguage) ? i18n.resolvedLanguage : 'en'
  use(antdSheet())
  const locale = use(localeFor(language))
  const { weekStart } = useFormat()
  useLayoutEffect(() => startWeeksOn(language, weekStart), [language, weekStart, locale])
  useEffect(startTabLeavesLists, [])
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const theme = useMemo(() => themeFor(scheme, isStill), [scheme, isStill])
  return (
    <ConfigProvider
      theme={theme}
      locale={locale}
      direction={directionOf(language)}
      button={{ autoInsertSpace: false }}
      form={form}
      select={select}
    >
      <ConfirmationHost>{children}</ConfirmationHost>
    </ConfigProvider>
  )
}
