/** Cookies set by the page and read by its server, to choose which page to send. */

/** Set while a user is signed in; grants no access. */
export const signedInCookie = 'plantroom.signedIn'
/** The email address of a refused sign-in form, so the form can show it again. */
export const refusedEmailCookie = 'plantroom.refusedEmail'
export const languageCookie = 'plantroom.language'
