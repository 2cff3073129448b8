/** The language chosen in this browser. */
import { languageCookie } from '#contract/auth/pageCookies.ts'
import { isLanguage, type Language } from './languages.ts'

const KEY = 'plantroom.language'

export function storedLanguage(): Language | null {
  try {
    const kept = localStorage.getItem(KEY)
    return isLanguage(kept) ? kept : null
  } catch {
    return null // a window that refuses storage
  }
}

export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // it holds until the window is closed
  }
  // the server writes the sign-in page in it, before any script could say so
  document.cookie = `${languageCookie}=${language}; path=/; samesite=lax; max-age=31536000`
}

export function browserLanguage(): Language {
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2).toLowerCase()
    if (isLanguage(short)) return short
    if (short === 'iw') return 'he' // the old code some browsers still send
  }
  return 'en'
}
