import { useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { decodeToken, tokenStored } from '#entities/session/authSlice.ts'
import { changeLanguage } from '#lib/i18n/i18n.ts'
import { storedLanguage } from '#lib/i18n/storedLanguage.ts'

/** After every sign-in: sets the language, stores the token, and opens the wanted page. */
export function useCompleteSignIn(next: string) {
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return async (token: string): Promise<void> => {
    // A language chosen in this browser overrides the person's.
    const language = storedLanguage() === null ? decodeToken(token)?.language : undefined
    if (language !== undefined) await changeLanguage(language)
    dispatch(tokenStored(token))
    if (isHere.current) await navigate(next, { replace: true })
  }
}
