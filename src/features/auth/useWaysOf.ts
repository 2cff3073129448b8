import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmail } from '#contract/rules/email.ts'
import { isApiFailure } from '#api/http.ts'
import { useLazyGetLoginOptionsQuery } from './calls.ts'
import { useRateLimitText } from './useRateLimitText.ts'

/** Milliseconds without typing before the server is asked; leaving the field asks at once. */
const STANDS_STILL = 800
const unknown = {
  password: true,
  otp: ['email' as const],
  allowSso: false,
  forceSso: false,
  idp: null,
  providers: [],
}

/**
 * The offered sign-in methods: of this installation or this address's company, then of the typed
 * email. Incomplete addresses are not sent.
 */
export function useWaysOf(email: string, company: string | undefined) {
  const { t } = useTranslation('notices')
  const tooMany = useRateLimitText()
  const typed = isEmail(email.trim()) ? email.trim() : ''
  const [address, setAddress] = useState(typed)
  const [ask, { data, error }] = useLazyGetLoginOptionsQuery()

  useEffect(() => {
    if (typed === '') return
    const timer = setTimeout(() => setAddress(typed), STANDS_STILL)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const asking = ask({ body: { email: address || '-', company } }, true)
    return () => asking.abort()
  }, [address, company, ask])

  const isBusy = isApiFailure(error) && error.status === 429
  return {
    ways: data ?? unknown,
    /**
     * The form is unknown until then. After a failure, passwords are offered, which every
     * installation supports.
     */
    isLoaded: data !== undefined || error !== undefined,
    failure: error === undefined || address === '' ? null : isBusy ? tooMany : t('loginFailed'),
    handleLeave: () => {
      if (typed !== '') setAddress(typed)
    },
  }
}
