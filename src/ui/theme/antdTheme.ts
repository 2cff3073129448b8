/**
 * The design tokens as antd takes them. The build works out of this what it says in plain CSS
 * (build/antd.ts) and puts the outcome here in place of it; development and tests work it out as
 * they go.
 */
import { theme as antdTheme, type ThemeConfig } from 'antd'
import { meaning, schemes, type Scheme } from './tokens.ts'

/** The class that antd's variables hang on. */
export const ANTD_ROOT = 'pr-antd'

export function antdThemeOf(scheme: Scheme): ThemeConfig {
  const tokens = schemes[scheme]
  const colours = meaning[scheme]
  return {
    algorithm: scheme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    hashed: false,
    cssVar: { key: ANTD_ROOT },
    token: {
      colorPrimary: tokens.accent,
      colorInfo: tokens.accent,
      colorInfoBg: tokens.accentSoft,
      colorInfoBorder: tokens.line,
      colorLink: tokens.accent,
      // Paler ones, which antd works out for itself, are not read well; a line says it instead.
      colorLinkHover: tokens.accent,
      colorLinkActive: tokens.accent,
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
