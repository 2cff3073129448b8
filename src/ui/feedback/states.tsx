import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SerializedError } from '@reduxjs/toolkit'
import { valueCodes } from '#contract/refusals.ts'
import { isApiFailure, type ApiFailure } from '#api/http.ts'
import { formatPause, referenceOf, refusalText } from '#api/notices.ts'
import { pathTo } from '#lib/paths.ts'
import { Reference } from './Reference.tsx'
import styles from './states.module.css'

/** The `error` of a call's hook: our failure, or a fault thrown by the page. */
export type Failure = ApiFailure | SerializedError

/**
 * Explains the screen and offers the next step. `isPage`: the title is the page's heading, and the
 * default next step is the start page.
 */
export function EmptyState({
  title,
  hint,
  action,
  isPage = false,
  mark = <SheetMark />,
}: {
  title: string
  hint?: ReactNode
  action?: ReactNode
  isPage?: boolean | undefined
  mark?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className={styles.state}>
      {mark}
      {isPage ? <h1 className={styles.stateTitle}>{title}</h1> : <strong>{title}</strong>}
      {hint !== undefined && <p>{hint}</p>}
      {action ?? (isPage && <Link to={pathTo('home')}>{t('goHome')}</Link>)}
    </div>
  )
}

export function NothingFound({ onClear }: { onClear?: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('nothingFound')}
      hint={t('nothingFoundHint')}
      action={onClear !== undefined && <Button onClick={onClear}>{t('clearAll')}</Button>}
    />
  )
}

/** What happened, what was kept, and what to do. 404 and 403 have their own texts. */
export function ErrorState({
  failure,
  onRetry,
}: {
  failure: Failure
  onRetry?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const status = isApiFailure(failure) ? failure.status : 500
  if (status === 404) return <NotThere />
  if (status === 403) return <NoRight isPage={false} />
  // The request is invalid, so a retry would fail as well.
  const isRefused = status === 400
  const errors = isRefused && isApiFailure(failure) ? failure.errors : []
  // A malformed request is the page's own fault, which a user cannot fix.
  const why = errors.filter(({ code }) => valueCodes.some((one) => one === code))
  const usual = isRefused
    ? why.length === 0
      ? t('errorQuestion')
      : refusalText({ errors: why })
    : status === null
      ? t('errorOffline')
      : t('errorServer')
  const [title = t('errorTitle'), hint = usual] = formatPause(failure)
  const reference = isApiFailure(failure) ? referenceOf(failure) : undefined
  return (
    <div className={styles.state} role="alert">
      <strong>{title}</strong>
      <p>{hint}</p>
      {onRetry !== undefined && !isRefused && <Button onClick={onRetry}>{t('tryAgain')}</Button>}
      {reference !== undefined && <Reference reference={reference} />}
    </div>
  )
}

export function NotThere({ action, isPage }: { action?: ReactNode; isPage?: boolean | undefined }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      isPage={isPage}
      title={t('notThereTitle')}
      hint={t('notThereHint')}
      action={action}
    />
  )
}

export function NoRight({ isPage = true }: { isPage?: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      isPage={isPage}
      title={t('noRightTitle')}
      hint={t('noRightHint')}
      mark={<LockMark />}
    />
  )
}

function SheetMark() {
  return (
    <svg className={styles.stateMark} viewBox="0 0 64 48" width="64" height="48" aria-hidden="true">
      <rect
        x="6"
        y="8"
        width="52"
        height="34"
        rx="6"
        fill="var(--pr-sunken)"
        stroke="var(--pr-line-strong)"
      />
      <path
        d="M14 19h22M14 26h30M14 33h14"
        stroke="var(--pr-line-strong)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  )
}

function LockMark() {
  return (
    <svg className={styles.stateMark} viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <rect
        x="10"
        y="21"
        width="28"
        height="20"
        rx="5"
        fill="var(--pr-sunken)"
        stroke="var(--pr-line-strong)"
        strokeWidth="1.6"
      />
      <path
        d="M16 21v-5a8 8 0 0 1 16 0v5"
        fill="none"
        stroke="var(--pr-line-strong)"
        strokeWidth="2.4"
      />
    </svg>
  )
}

export function LoadingState({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.skeleton} data-testid="skeleton" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_row, index) => (
        <span key={index} style={{ inlineSize: `${[92, 68, 80, 54, 74, 62][index % 6] ?? 70}%` }} />
      ))}
    </div>
  )
}

export function PendingState({
  failure,
  onRetry,
  rows,
}: {
  failure: unknown
  onRetry?: () => void
  rows?: number
}) {
  if (isApiFailure(failure)) return <ErrorState failure={failure} onRetry={onRetry} />
  return <LoadingState {...(rows !== undefined && { rows })} />
}
