/**
 * Writes antd's styles into a style sheet at build time. Otherwise every browser would compute them
 * at every start, which is a quarter of antd's weight and much of the first rendering. The sheet
 * holds both schemes; `data-scheme` selects one (src/ui/theme/scheme.ts).
 */
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider } from 'antd'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin, Rolldown } from 'vite'
import { ANTD_ROOT, antdThemeOf } from '#ui/theme/antdTheme.ts'
import type { Scheme } from '#ui/theme/tokens.ts'

const load = createRequire(import.meta.url)
const { iconStyles } = load('@ant-design/icons/lib/renderUtils') as { iconStyles: string }

/**
 * Class prefix of antd's components, such as `ant-btn`, and the class that carries its variables.
 */
const plain = (name: string): readonly unknown[] => [`ant-${name}`]
const part = (name: string): readonly unknown[] => [{ prefixCls: `ant-${name}` }]
const rooted = (name: string): readonly unknown[] => [`ant-${name}`, `ant-${name}-css-var`]

/**
 * The styles of the components in use, each with the call by which the component requests them. The
 * build fails if one is missing or no longer needed.
 */
const sheets: Readonly<
  Record<string, Readonly<Record<string, readonly (readonly unknown[])[] | null>>>
> = {
  '_util/wave/style': { default: [plain('wave')] },
  'alert/style': { default: [plain('alert')] },
  'button/style': { default: [plain('btn')] },
  'button/style/compact': { default: [part('btn')] },
  'checkbox/style': { default: [rooted('checkbox')] },
  'collapse/style': { default: [plain('collapse')] },
  'date-picker/style': { default: [rooted('picker')] },
  'drawer/style': { default: [plain('drawer')] },
  'dropdown/style': { default: [rooted('dropdown')] },
  'empty/style': { default: [plain('empty')] },
  'form/style': { default: [rooted('form')] },
  'form/style/fallbackCmp': { default: [part('form')] },
  'grid/style': { useColStyle: [plain('col')], useRowStyle: [plain('row')] },
  'input/style': {
    useSharedStyle: [plain('input')],
    default: [rooted('input'), plain('input'), plain('input-group')],
  },
  'input/style/otp': { default: [plain('otp')] },
  'input/style/search': { default: [plain('input-search')] },
  'input/style/textarea': { default: [rooted('input')] },
  'input-number/style': { default: [rooted('input-number')] },
  // Only dropdowns use this module. Dropdowns bring the styles; only the variables come from here.
  'menu/style': { default: [[...rooted('dropdown-menu'), false]] },
  'modal/style': { default: [rooted('modal')] },
  'modal/style/confirm': { default: [part('modal')] },
  'pagination/style': { default: [plain('pagination')] },
  'pagination/style/bordered': { default: [part('pagination')] },
  'popconfirm/style': { default: [plain('popconfirm')] },
  'popover/style': { default: [plain('popover')] },
  'progress/style': { default: [plain('progress')] },
  'qr-code/style': { default: [plain('qrcode')] },
  'radio/style': { default: [rooted('radio')] },
  'segmented/style': { default: [plain('segmented')] },
  'select/style': { default: [rooted('select')] },
  'skeleton/style': { default: [plain('skeleton')] },
  'slider/style': { default: [plain('slider')] },
  'space/style': { default: [plain('space')] },
  'space/style/addon': { default: [plain('space-addon')] },
  'space/style/compact': { default: [plain('space-compact')] },
  'spin/style': { default: [plain('spin')] },
  'switch/style': { default: [plain('switch')] },
  'tabs/style': { default: [rooted('tabs')] },
  'tooltip/style': { default: [rooted('tooltip'), [...rooted('popover'), false]] },
  'tree/style': { default: [plain('tree')] },
  'tree-select/style': {
    default: [['ant-tree-select', 'ant-select-tree', 'ant-tree-select-css-var']],
  },
  'typography/style': { default: [plain('typography')] },
}

/** Tokens that antd's components read at run time, in addition to their styles. */
const tokensRead = [
  'Tree',
  'borderRadius',
  'colorBgContainer',
  'colorFill',
  'colorFillQuaternary',
  'colorFillSecondary',
  'colorFillTertiary',
  'colorText',
  'colorTextQuaternary',
  'controlHeight',
  'controlHeightSM',
  'marginXXS',
  'motion',
  'paddingXS',
  'paddingXXS',
  'sizePopupArrow',
  'wireframe',
  'zIndexPopupBase',
  ...['XS', 'SM', 'MD', 'LG', 'XL', 'XXL', 'XXXL'].flatMap((size) =>
    ['', 'Min', 'Max'].map((end) => `screen${size}${end}`),
  ),
]

interface Look {
  rules: string
  variables: ReadonlyMap<string, string>
  tokens: Readonly<Record<string, unknown>>
}

type Hook = (...named: readonly unknown[]) => unknown

function lookOf(scheme: Scheme): Look {
  const cache = createCache()
  let tokens: Readonly<Record<string, unknown>> = {}
  const { default: useToken } = load('antd/lib/theme/useToken') as { default: Hook }
  const ReadTokens = ({
    take,
  }: {
    take(all: Readonly<Record<string, unknown>>): void
  }): ReactNode => {
    // components calculate with the second value
    const [, all] = useToken() as readonly [unknown, Readonly<Record<string, unknown>>]
    take(all)
    return null
  }
  const take = (all: Readonly<Record<string, unknown>>) => {
    tokens = Object.fromEntries(tokensRead.map((name) => [name, all[name]]))
  }
  const Asked = ({ hook, named }: { hook: Hook; named: readonly unknown[] }): ReactNode => {
    hook(...named)
    return null
  }
  const all = Object.entries(sheets).flatMap(([sheet, exported]) =>
    Object.entries(exported).flatMap(([name, calls]) => {
      const hook = (load(`antd/lib/${sheet}`) as Readonly<Record<string, Hook>>)[name]
      if (hook === undefined) throw new Error(`antd/lib/${sheet} has no ${name}`)
      return (calls ?? []).map((named, at) =>
        createElement(Asked, { hook, named, key: `${sheet} ${name} ${at}` }),
      )
    }),
  )
  const theme = antdThemeOf(scheme)
  renderToString(
    createElement(
      StyleProvider,
      { cache },
      createElement(ConfigProvider, { theme }, createElement(ReadTokens, { take }), ...all),
    ),
  )
  const said = extractStyle(cache, { plain: true, types: ['token', 'cssVar'] })
  return {
    rules: `${iconStyles}${extractStyle(cache, { plain: true, types: 'style' })}`,
    variables: new Map(
      [...said.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', declarations = '']) => [
        selector,
        declarations,
      ]),
    ),
    tokens,
  }
}

/** Variants that the product does not use. */
const NEVER_DRAWN = /-underlined|-col-(xs|sm|md|lg|xl|xxl|xxxl)\b/

const drawnOf = (rules: string): string =>
  rules.replace(/([^{}]+)(\{[^{}]*\})/g, (_rule, selectors: string, declarations: string) => {
    const drawn = selectors.split(',').filter((one) => !NEVER_DRAWN.test(one))
    return drawn.length === 0 ? '' : drawn.join(',') + declarations
  })

const isOfTheCache = (selector: string): boolean => selector.includes('data-ant-cssinjs')

function sheetOf(light: Look, dark: Look): string {
  if (light.rules !== dark.rules) throw new Error('antd has rules that hold in one scheme only')
  const base = [...light.variables].filter(([selector]) => !isOfTheCache(selector))
  const inDark = base.flatMap(([selector, declarations]) => {
    const before = new Set(declarations.split(';'))
    const other = (dark.variables.get(selector) ?? '').split(';').filter((one) => !before.has(one))
    // The dark scheme has the same specificity as the light scheme, so that a component's rule
    // takes precedence.
    return other.length === 0
      ? []
      : [
          `${selector
            .split(',')
            .map((one) => `:where([data-scheme=dark]) ${one.trim()}`)
            .join(',')}{${other.join(';')}}`,
        ]
  })
  return [
    ...base.map(([selector, declarations]) => `${selector}{${declarations}}`),
    ...inDark,
    drawnOf(light.rules),
  ].join('\n')
}

/** Replaces a style module by the class with its variables and the names passed to components. */
function asked(sheet: string): string {
  const exported = load(`antd/lib/${sheet}`) as Readonly<Record<string, unknown>>
  return Object.entries(exported)
    .map(([name, value]) => {
      const calls = sheets[sheet]?.[name]
      const isPart = calls === null || typeof calls?.[0]?.[0] === 'object'
      const left =
        typeof value === 'string'
          ? JSON.stringify(value)
          : isPart
            ? '() => null'
            : `() => ['', '${ANTD_ROOT}']`
      return name === 'default' ? `export default ${left}` : `export const ${name} = ${left}`
    })
    .join('\n')
}

const STYLES = /\/node_modules\/antd\/es\/((?:[\w-]+\/)?[\w-]+\/style(?:\/[\w-]+)?)\.js$/
const THEME = /\/node_modules\/antd\/es\/theme\/(.+)\.js$/
const ICONS = 'config-provider/style'
const CSS_IN_JS = '\0antd-css-in-js'

/** Reduces antd's theme, once its styles are written, to the tokens read at run time. */
const themeLeft: Readonly<Record<string, (code: string) => string>> = {
  internal: () => `export { PresetColors } from './interface'
    export { defaultConfig, DesignTokenContext } from './context'
    export { default as useToken } from './useToken'
    export const useResetIconStyle = () => undefined`,
  useToken: () => `import { useContext } from 'react'
    import { DesignTokenContext } from './context'
    export default function useToken() {
      const { token } = useContext(DesignTokenContext)
      return [null, token, '', token, { prefix: 'ant', key: '${ANTD_ROOT}' }, true]
    }`,
  index: () => 'export default {}',
  'themes/default/theme': () => 'export default null',
  // Components compute names of variables at run time.
  'util/genStyleUtils': (code) => code.slice(code.indexOf('export const genCssVar')),
}

const ANTD_SHEET = 'antd.css'

/** File name of the sheet in the build. */
export const sheetIn = (bundle: Rolldown.OutputBundle): string | undefined =>
  Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(ANTD_SHEET))
    ?.fileName

export function antdStyles(): Plugin {
  let base = '/'
  const unwritten = new Map<string, readonly string[]>()
  let looks: Readonly<Record<Scheme, Look>> | null = null
  const written = () => (looks ??= { light: lookOf('light'), dark: lookOf('dark') })
  const themeFile = fileURLToPath(new URL('../src/ui/theme/antdTheme.ts', import.meta.url))
  const sheetFile = fileURLToPath(new URL('../src/ui/theme/antdSheetAddress.ts', import.meta.url))
  return {
    name: 'antd-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved(resolved) {
      base = resolved.base
    },
    resolveId(source, importer = '') {
      if (source === '@ant-design/cssinjs') return CSS_IN_JS
      // A field may read its form's context. Validation comes with the form.
      return source === '@rc-component/form' && importer.endsWith('/antd/es/form/context.js')
        ? this.resolve('@rc-component/form/es/FormContext', importer)
        : null
    },
    async load(id) {
      if (id === CSS_IN_JS)
        return `import { createContext } from 'react'
          export const StyleContext = createContext({})
          export const createTheme = () => null
          export const unit = (size) => (typeof size === 'number' ? size + 'px' : size)`
      if (id === sheetFile) {
        const sheet = this.emitFile({
          type: 'asset',
          name: ANTD_SHEET,
          source: sheetOf(written().light, written().dark),
        })
        return `export const antdSheetAddress = import.meta.ROLLUP_FILE_URL_${sheet}`
      }
      if (id === themeFile)
        return `export const antdThemeOf = (scheme) => (${JSON.stringify(
          Object.fromEntries(
            Object.entries(written()).map(([scheme, { tokens }]) => [
              scheme,
              { hashed: false, zeroRuntime: true, cssVar: { key: ANTD_ROOT }, token: tokens },
            ]),
          ),
        )})[scheme]`
      const theme = themeLeft[THEME.exec(id)?.[1] ?? '']
      if (theme !== undefined) return theme(await readFile(id, 'utf8'))
      const sheet = sheetNamed(id)
      if (sheet === undefined) return null
      if (sheet === ICONS) return 'export default () => undefined'
      return asked(sheet)
    },
    transform: {
      filter: { id: /\/node_modules\/antd\/es\// },
      handler(code, id) {
        if (!code.includes('useToken()') || THEME.test(id)) return
        const read = [
          ...[...code.matchAll(/\btoken\??\.(\w+)/g)].map(([, name = '']) => name),
          ...[...code.matchAll(/const \{([^}]*)\} = token;/g)].flatMap(([, names = '']) =>
            names.split(',').map((name) => name.trim()),
          ),
        ]
        const unknown = read.filter((name) => !tokensRead.includes(name))
        if (unknown.length > 0) unwritten.set(id, unknown)
      },
    },
    // The application links it before every other sheet.
    transformIndexHtml: {
      order: 'post',
      handler(_html, { filename, bundle = {} }) {
        const sheet = sheetIn(bundle)
        if (sheet === undefined || !filename.endsWith('/index.html')) return []
        const attrs = { rel: 'stylesheet', href: base + sheet, 'data-antd': true }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      )
      for (const id of modules) {
        const tokens = unwritten.get(id)
        if (tokens !== undefined) this.error(`${id} reads ${tokens.join(', ')} of antd's tokens`)
      }
      const drawn = new Set(modules.flatMap((id) => sheetNamed(id) ?? []))
      const missing = [...drawn].filter((sheet) => !(sheet in sheets) && sheet !== ICONS)
      if (missing.length > 0) this.error(`No sheet is written for ${missing.join(', ')} of antd`)
      const idle = Object.keys(sheets).filter((sheet) => !drawn.has(sheet))
      if (idle.length > 0) this.error(`Nothing draws ${idle.join(', ')} of antd any more`)
    },
  }
}

const sheetNamed = (id: string): string | undefined => STYLES.exec(id)?.[1]?.replace(/\/index$/, '')
