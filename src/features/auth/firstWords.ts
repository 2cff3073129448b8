/** What the sign-in page may have to say before the application's words are there. */
export const firstWords = [
  'auth:emailRequired',
  'auth:emailInvalid',
  'auth:passwordRequired',
  'auth:showPassword',
  'auth:hidePassword',
  'auth:signIn',
  'auth:signingIn',
  'auth:demoTitle',
  'auth:demoHint',
  'auth:role_administrator',
  'auth:role_manager',
  'auth:role_technician',
  'auth:role_staff',
  'auth:role_otherCompany',
  'auth:setUpNeeded',
  'auth:backOffice',
  'auth:providerOnly',
  'auth:provider_sso',
  'auth:provider_auth0',
  'auth:corporateFailed',
  'auth:corporateNoAccount',
  'auth:withPasskey',
  'auth:passkeyRefused',
  'notices:wrongPassword',
  'notices:loginFailed',
  'notices:tooManyRequests',
  'notices:pauseMinutes',
  'notices:sessionExpired',
] as const
export type FirstWord = (typeof firstWords)[number]
/** Where they stand in the page, and the server reads them too. */
export const FIRST_WORDS_ID = 'words'
