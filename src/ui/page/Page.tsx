import { createContext, use, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '#lib/useMedia.ts'
import { Badge } from './marks.tsx'
import { PanelAhead } from '#ui/panel/PanelAhead.tsx'
import { useMovableContent } from '#ui/panel/useMovableContent.tsx'
import styles from './Page.module.css'

export interface PageProps {
  title: string
  hint?: ReactNode
  back?: { to: string; label: string }
  /** Buttons, the primary last. On a phone they stand below a list. */
  actions?: ReactNode
  filters?: ReactNode
  /**
   * A DetailPanel, beside the content if there is room. Omit it on screens without panels, even if
   * their address has an `id`.
   */
  panel?: ReactNode
  /** `list` fills the window and scrolls inside; `read` is a column of comfortable width. */
  kind?: 'list' | 'read' | 'wide'
  /** Keeps the save button of a long page in sight. */
  headStays?: boolean
  children: ReactNode
}

/** Content beside every page's title, set by the shell, which knows the address. */
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
  const movable = useMovableContent(actions)
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

export function Section({
  title,
  count,
  id,
  actions,
  children,
}: {
  title: string
  count?: number
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

export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`surface ${className}`}>{children}</div>
}
