import { languageCookie } from '#contract/auth/pageCookies.ts'
import { isLanguage, type Language } from './languages.ts'

const KEY = 'plantroom.language'

export function storedLanguage(): Language | null {
  try {
    const kept = localStorage.getItem(KEY)
    return isLanguage(kept) ? kept : null
  } catch {
    return null
  }
}

export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // the language applies until the window closes
  }
  // The server renders the sign-in page in this language before any script runs.
  document.cookie = `${languageCookie}=${language}; path=/; samesite=lax; max-age=31536000`
}

export function browserLanguage(): Language {
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2).toLowerCase()
    if (isLanguage(short)) return short
    if (short === 'iw') return 'he' // a former code that some browsers still send
  }
  return 'en'
}
