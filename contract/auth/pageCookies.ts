/** Set while a user is signed in; grants no access. */
export const signedInCookie = 'plantroom.signedIn'
export const refusedEmailCookie = 'plantroom.refusedEmail'
export const languageCookie = 'plantroom.language'
