/**
 * The design tokens for antd. The build turns them into plain CSS (build/antd.ts) and replaces
 * this; development and tests compute it at run time.
 */
import { theme as antdTheme, type ThemeConfig } from 'antd'
import { meaningColours, schemes, type Scheme } from './tokens.ts'

export const ANTD_ROOT = 'pr-antd'

export function antdThemeOf(scheme: Scheme): ThemeConfig {
  const tokens = schemes[scheme]
  const colours = meaningColours[scheme]
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
      // antd's derived paler colours have too little contrast; an underline marks hover instead.
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
      // Dark in both schemes, so its text is light in both; `onAccent` is dark in the dark scheme.
      Tooltip: { colorBgSpotlight: '#20282c', colorTextLightSolid: '#ffffff' },
      Tabs: { horizontalItemPadding: '8px 0', horizontalMargin: '0' },
      Drawer: { paddingLG: 20 },
      Form: { itemMarginBottom: 18, verticalLabelPadding: '0 0 4px' },
      Tree: { titleHeight: 30, nodeSelectedBg: tokens.selected, nodeHoverBg: tokens.hover },
    },
  }
}
