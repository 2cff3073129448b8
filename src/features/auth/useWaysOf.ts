import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEmail } from '#contract/rules/email.ts'
import { isApiFailure } from '#api/http.ts'
import { useLazyGetLoginOptionsQuery } from './calls.ts'
import { useTooMany } from './useTooMany.ts'

/**
 * So long a whole address stands still before the server is asked about it; at once when its field
 * is left.
 */
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
 * Which ways in are offered: for this installation or the company of this sign-in address, then for
 * the email address as typed. The server is not asked about an incomplete one.
 */
export function useWaysOf(email: string, company: string | undefined) {
  const { t } = useTranslation('notices')
  const tooMany = useTooMany()
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
    return () => asking.abort() // an older address does not matter any more
  }, [address, company, ask])

  const isBusy = isApiFailure(error) && error.status === 429
  return {
    ways: data ?? unknown,
    /**
     * Until then nobody knows which form to show; where they cannot be had, every installation
     * knows passwords.
     */
    isLoaded: data !== undefined || error !== undefined,
    failure: error === undefined || address === '' ? null : isBusy ? tooMany : t('loginFailed'),
    handleLeave: () => {
      if (typed !== '') setAddress(typed)
    },
  }
}
