/**
 * The one page pattern: title, one primary action, filters that live in the address, content, and a
 * panel for detail that keeps the list in view.
 */
import { createContext, use, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '#lib/useMedia.ts'
import { Badge } from './marks.tsx'
import { PanelAhead } from '#ui/panel/PanelAhead.tsx'
import { useMovable } from '#ui/panel/useMovable.tsx'
import styles from './Page.module.css'

export interface PageProps {
  title: string
  /** A short line under the title: what is shown, a count. */
  hint?: ReactNode
  /** The way back to the list, for a screen that is not one. */
  back?: { to: string; label: string }
  /** Buttons; the primary one last. On a phone they stand below a list. */
  actions?: ReactNode
  /** A FilterBar. */
  filters?: ReactNode
  /**
   * A DetailPanel, beside the content where there is room. A screen that has none leaves it out, also
   * where its address has an `id`.
   */
  panel?: ReactNode
  /** `list` fills the window and scrolls inside; `read` is a column of comfortable width. */
  kind?: 'list' | 'read' | 'wide'
  /** What a long page is saved with stays in sight. */
  headStays?: boolean
  children: ReactNode
}

/** What stands beside the title of every page, from who knows the address. */
export const BesideTitle = createContext<ReactNode>(null)

export function Page(props: PageProps) {
  const {
    title,
    hint,
    back,
    actions,
    filters,
    panel,
    kind = 'list',
    headStays = false,
    children,
  } = props
  const { t } = useTranslation()
  const besideTitle = use(BesideTitle)
  const isBelow = useIsPhone() && kind === 'list'
  const movable = useMovable(actions)
  return (
    <div className={`${styles.page} print-whole`} data-kind={kind}>
      <header className={headStays ? `${styles.pageHead} ${styles.stays}` : styles.pageHead}>
        <div className={styles.pageTitle}>
          {back !== undefined && (
            <Link
              className={`${styles.pageBack} screen-only`}
              to={back.to}
              aria-label={`${t('back')}: ${back.label}`}
            >
              <svg className="turns" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                <path
                  d="M10 3 5 8l5 5"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.8"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
            </Link>
          )}
          <h1>{title}</h1>
          {besideTitle}
          {hint !== undefined && <span className={styles.pageHint}>{hint}</span>}
        </div>
        {actions !== undefined && !isBelow && (
          <div className={`${styles.pageActions} screen-only`}>{movable.place}</div>
        )}
      </header>
      {filters}
      <div className={`${styles.pageBody} print-whole`}>
        <div className={`${styles.pageContent} print-whole`}>{children}</div>
        {panel}
        {'panel' in props && <PanelAhead />}
      </div>
      {isBelow && <div className={`${styles.actionsBelow} screen-only`}>{movable.place}</div>}
      {movable.held}
    </div>
  )
}

/** A titled part of a page or panel. */
export function Section({
  title,
  count,
  id,
  actions,
  children,
}: {
  title: string
  /** How many there are of what it holds. */
  count?: number
  /** Where a link within the page leads. */
  id?: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section} {...(id === undefined ? {} : { id })}>
      <div className={styles.sectionHead}>
        <h2 tabIndex={id === undefined ? undefined : -1}>
          {title}
          {count !== undefined && (
            <>
              {' '}
              <Badge value={count} />
            </>
          )}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** A surface with a line around it. */
export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`surface ${className}`}>{children}</div>
}
