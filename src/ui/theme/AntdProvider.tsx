/** antd dressed once: the design tokens, the language's words and direction. */
import { App, ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd'
import { use, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.tsx'
import { directionOf, isLanguage, type Language } from '../../lib/i18n/languages.ts'
import { loadAntdLocale, startWeeksOn, type AntdLocale } from './antdLocale.ts'
import { useScheme } from './scheme.ts'
import { meaning, schemes, type Scheme } from './tokens.ts'

const loaded = new Map<Language, Promise<AntdLocale>>()

function localeFor(language: Language): Promise<AntdLocale> {
  const known = loaded.get(language) ?? loadAntdLocale(language)
  loaded.set(language, known)
  return known
}

function themeFor(scheme: Scheme): ThemeConfig {
  const tokens = schemes[scheme]
  const colours = meaning[scheme]
  return {
    algorithm: scheme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    hashed: false,
    token: {
      colorPrimary: tokens.accent,
      colorInfo: tokens.accent,
      colorInfoBg: tokens.accentSoft,
      colorInfoBorder: tokens.line,
      colorLink: tokens.accent,
      colorSuccess: colours.green.solid,
      colorWarning: colours.orange.solid,
      colorError: colours.red.ink,
      colorBgBase: tokens.surface,
      colorBgLayout: tokens.ground,
      colorBgContainer: tokens.surface,
      colorBgElevated: tokens.raised,
      colorText: tokens.text,
      colorTextSecondary: tokens.textQuiet,
      colorTextDescription: tokens.textQuiet,
      colorTextPlaceholder: tokens.textQuiet,
      controlItemBgHover: tokens.hover,
      controlItemBgActive: tokens.selected,
      controlItemBgActiveHover: tokens.selected,
      colorBorder: tokens.lineStrong,
      colorBorderSecondary: tokens.line,
      colorTextLightSolid: tokens.onAccent,
      fontFamily: 'var(--pr-font)',
      fontSize: 14,
      borderRadius: 7,
      controlHeight: 34,
      wireframe: false,
    },
    components: {
      Button: {
        fontWeight: 500,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        dangerColor: scheme === 'dark' ? '#2a0d0c' : '#ffffff',
      },
      // Dark in both schemes, so its words are light in both; `onAccent` is dark in the dark one.
      Tooltip: { colorBgSpotlight: '#20282c', colorTextLightSolid: '#ffffff' },
      Tabs: { horizontalItemPadding: '8px 0', horizontalMargin: '0' },
      Drawer: { paddingLG: 20 },
      Form: { itemMarginBottom: 18, verticalLabelPadding: '0 0 4px' },
      Tree: { titleHeight: 30, nodeSelectedBg: tokens.selected, nodeHoverBg: tokens.hover },
    },
  }
}

export function AntdProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const { scheme } = useScheme()
  const language = isLanguage(i18n.resolvedLanguage) ? i18n.resolvedLanguage : 'en'
  const locale = use(localeFor(language))
  const { weekStart } = useFormat()
  useLayoutEffect(() => startWeeksOn(language, weekStart), [language, weekStart, locale])
  const theme = useMemo(() => themeFor(scheme), [scheme])
  return (
    <ConfigProvider
      theme={theme}
      locale={locale}
      direction={directionOf(language)}
      button={{ autoInsertSpace: false }}
    >
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}
