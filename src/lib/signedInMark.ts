import { signedInCookie } from '#contract/auth/pageCookies.ts'

const YEAR_SECONDS = 365 * 86_400

/**
 * Tells the server that somebody is signed in here, by which it chooses the page to send: the
 * application, or the sign-in page with its form. It opens nothing, and a browser without it only
 * sees the form for a moment.
 */
export function markSignedIn(isSignedIn: boolean): void {
  document.cookie = `${signedInCookie}=1; path=/; samesite=lax; max-age=${isSignedIn ? YEAR_SECONDS : 0}`
}
