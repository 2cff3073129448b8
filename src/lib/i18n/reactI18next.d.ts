/**
 * The used part of react-i18next, typed by translate.ts; tsconfig.json maps the package to this
 * file.
 */
import type { i18n as I18n, ThirdPartyModule } from 'i18next'
import type { ReactElement, ReactNode } from 'react'
import type { Namespace, Translate, TranslateOf } from './translate.ts'

export declare function useTranslation<const N extends Namespace | readonly Namespace[] = 'common'>(
  namespaces?: N,
): { t: Translate<N>; i18n: I18n }

export declare function Trans<Key extends string>(props: {
  t: TranslateOf<Key>
  i18nKey: Key
  count?: number
  values?: Readonly<Record<string, unknown>>
  components?: Readonly<Record<string, ReactElement>>
  children?: ReactNode
}): ReactElement

export declare const initReactI18next: ThirdPartyModule
