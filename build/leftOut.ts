/** Parts of packages that the page never runs. Their imports get a small module instead. */
import type { Plugin } from 'vite'

interface LeftOut {
  /** The end of the import, and the folder of the importing file. */
  source: string
  importer: string
  code: string
}

const parts: readonly LeftOut[] = [
  // The page sends by XMLHttpRequest, so axios needs no second way by fetch.
  {
    source: './fetch.js',
    importer: '/axios/lib/adapters/',
    code: 'export const getFetch = () => null',
  },
  // The page makes its forms and query strings itself (src/api).
  {
    source: '/toFormData.js',
    importer: '/axios/lib/',
    code: `export const DEFAULT_FORM_DATA_MAX_DEPTH = 100
      export default () => { throw new Error('toFormData is left out of the page') }`,
  },
  {
    source: '/formDataToJSON.js',
    importer: '/axios/lib/',
    code: `export default () => { throw new Error('formDataToJSON is left out of the page') }`,
  },
  // The page cancels by AbortSignal.
  { source: '/CancelToken.js', importer: '/axios/lib/', code: 'export default class {}' },
  // The server sets no cookie of axios's own protection.
  {
    source: './cookies.js',
    importer: '/axios/lib/helpers/',
    code: 'export default { read: () => null }',
  },
  { source: '/HttpStatusCode.js', importer: '/axios/lib/', code: 'export default {}' },
  // Of tooltips that share one popup (`tooltip.unique`), which the theme does not choose.
  {
    source: '../tooltip/UniqueProvider',
    importer: '/antd/es/config-provider/',
    code: 'export default ({ children }) => children',
  },
]
const NAME = '\0left-out '

export function leaveOutParts(): Plugin {
  return {
    name: 'leave-out-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: {
        id: /(fetch|toFormData|formDataToJSON|CancelToken|cookies|HttpStatusCode)\.js$|UniqueProvider$/,
      },
      handler(source, importer = '') {
        const at = parts.findIndex(
          (part) => source.endsWith(part.source) && importer.includes(part.importer),
        )
        return at < 0 ? null : `${NAME}${at}`
      },
    },
    load: {
      filter: { id: /left-out \d+$/ },
      handler: (id) => parts[Number(id.replace(NAME, ''))]?.code ?? null,
    },
  }
}
