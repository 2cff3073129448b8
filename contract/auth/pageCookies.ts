/** Cookies that the page writes and its server reads, to choose which page to send. */

/** Somebody is signed in here. It opens nothing. */
export const signedInCookie = 'plantroom.signedIn'
/** The address that was typed into a form that was refused, on the way back to it. */
export const refusedEmailCookie = 'plantroom.refusedEmail'
/** The language chosen in this browser. */
export const languageCookie = 'plantroom.language'
