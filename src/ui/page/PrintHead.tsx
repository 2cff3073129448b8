/**
 * The head of a printed page: the company, the print time, the person, and the subject. On screen
 * the page's surroundings show these.
 */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/auth/auth.ts'
import { injectContract } from '#api/api.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './PrintHead.module.css'

const { useGetSessionQuery } = injectContract(auth)

export function PrintHead({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useGetSessionQuery()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    // The browser prints the page in the state at the return of this handler.
    const handlePrint = (): void => flushSync(() => setNow(new Date()))
    window.addEventListener('beforeprint', handlePrint)
    return () => window.removeEventListener('beforeprint', handlePrint)
  }, [])
  return (
    <div className={styles.head}>
      <p>
        <strong>
          <bdi>{data?.company.name}</bdi>
        </strong>
      </p>
      {lines
        .filter((line) => line !== '')
        .map((line, place) => (
          <p key={place} dir="auto">
            {line}
          </p>
        ))}
      <p>{t('printed', { when: format.dateTime(now), name: data?.user.name ?? '' })}</p>
    </div>
  )
}
