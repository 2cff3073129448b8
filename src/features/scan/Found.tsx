/**
 * The equipment or location of the code, with what is due there, or the reason why it was not
 * found.
 */
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import type { Scanned } from '#contract/rules/scanned.ts'
import { search } from '#contract/search.ts'
import { injectContract } from '#api/api.ts'
import { DueHere, pageOf, type DueHereOf } from '#entities/dueHere/DueHere.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import styles from './scan.module.css'

const { useFindByNumberQuery } = injectContract(search)

/** Redirects to its page unless something is due there or a procedure applies. */
const FoundThing = ({ thing }: { thing: DueHereOf }) => (
  <DueHere thing={thing} whenIdle={<Navigate to={pageOf(thing)} replace />} />
)

export function Found({ scanned }: { scanned: Scanned }) {
  const { t } = useTranslation('scan')
  if (scanned.is === 'thing') return <FoundThing thing={scanned} />
  if (scanned.is === 'code') return <ByNumber code={scanned.code} isCode39={scanned.isCode39} />
  return (
    <p role="alert" className={styles.refused}>
      {scanned.is === 'elsewhere' ? t('elsewhere', { host: scanned.host }) : t(scanned.is)}
    </p>
  )
}

function ByNumber({ code, isCode39 }: { code: string; isCode39: boolean }) {
  const { t } = useTranslation('scan')
  const query = useFindByNumberQuery({
    params: { number: code, ...(isCode39 && { symbology: 'code39' }) },
  })
  const data = answerToShow(query)
  if (data === undefined)
    return query.error === undefined ? (
      <LoadingState rows={2} />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  const [first, ...others] = data.rows
  if (first === undefined)
    return (
      <p role="alert" className={styles.refused}>
        {t('noneOf', { code })}
      </p>
    )
  if (others.length === 0) return <FoundThing thing={first} />
  return (
    <section className={styles.found}>
      <p>{t('severalOf', { code })}</p>
      <ul>
        {data.rows.map((row) => (
          <li key={`${row.kind}-${row.id}`}>
            <Link to={pageOf(row)}>
              <bdi>{row.name}</bdi>
            </Link>{' '}
            {row.place !== null && <bdi className="quiet">{row.place}</bdi>}
          </li>
        ))}
      </ul>
      {data.isCut && <p>{t('more')}</p>}
    </section>
  )
}
