/**
 * Renders the sign-in page to HTML in each language: the first state of `LoginPage`. Runs in the
 * build (build/signInPage.ts), never in a browser.
 */
import { configureStore } from '@reduxjs/toolkit'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router-dom'
import { api } from '#api/api.ts'
import { authSlice } from '#entities/session/authSlice.ts'
import { FIRST_WORDS_ID, firstWords, noteLook } from '../../features/auth/index.ts'
import { authRoutes } from '../../features/auth/routes.tsx'
import { i18n, changeLanguage, startI18n } from '#lib/i18n/i18n.ts'
import { directionOf, languages, localeOf, type Language } from '#lib/i18n/languages.ts'
import { pathTo } from '#lib/paths.ts'
import { cssVariables, type Scheme } from '#ui/theme/tokens.ts'

export interface SignInHtml {
  language: Language
  lang: string
  dir: 'ltr' | 'rtl'
  title: string
  body: string
  words: Record<string, string>
  /** Shown by browsers without scripts. */
  noScript: string
}

interface SignInPages {
  pages: SignInHtml[]
  /** The colours, before a script knows the person's choice. */
  sheet: string
  wordsId: string
  noteLook: string
}

export async function signInPages(): Promise<SignInPages> {
  await startI18n('en', ['common', 'auth', 'notices', 'titles'])
  const { Component: LoginPage } = await authRoutes.login()
  const pages: SignInHtml[] = []
  for (const language of languages) {
    await changeLanguage(language)
    const store = configureStore({
      reducer: { auth: authSlice.reducer, [api.reducerPath]: api.reducer },
      middleware: (standard) => standard().concat(api.middleware),
    })
    const body = renderToStaticMarkup(
      <Provider store={store}>
        <MemoryRouter initialEntries={[pathTo('login')]}>
          <LoginPage />
        </MemoryRouter>
      </Provider>,
    )
    pages.push({
      language,
      lang: localeOf(language).split('-u-')[0] ?? language,
      dir: directionOf(language),
      title: `${i18n.t('titles:login')} · Plantroom`,
      body,
      noScript: i18n.t('auth:noScript'),
      words: Object.fromEntries(firstWords.map((word) => [word, i18n.t(word)])),
    })
  }
  return { pages, sheet: tokenSheet(), wordsId: FIRST_WORDS_ID, noteLook }
}

/** The tokens without a script: the system's scheme, until the person's choice is known. */
function tokenSheet(): string {
  const of = (scheme: Scheme) =>
    `{color-scheme:${scheme};${cssVariables(scheme)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`
  return [
    `:root${of('light')}`,
    `@media (prefers-color-scheme:dark){:root${of('dark')}}`,
    `:root[data-scheme=light]${of('light')}`,
    `:root[data-scheme=dark]${of('dark')}`,
  ].join('')
}
