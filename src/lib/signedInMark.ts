import { signedInCookie } from '#contract/auth/pageCookies.ts'

const YEAR_SECONDS = 365 * 86_400

/**
 * A cookie by which the server chooses the first page: the application, or the sign-in page with
 * its form. It grants nothing; without it a browser shows the form for a moment.
 */
export function markSignedIn(isSignedIn: boolean): void {
  document.cookie = `${signedInCookie}=1; path=/; samesite=lax; max-age=${isSignedIn ? YEAR_SECONDS : 0}`
}
