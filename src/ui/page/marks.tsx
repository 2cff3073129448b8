import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './marks.module.css'

export function ColourTag({
  colour,
  children,
  soft = false,
}: {
  colour: Colour
  children: ReactNode
  soft?: boolean
}) {
  return (
    <span
      className={soft ? `${styles.colourTag} ${styles.colourTagSoft}` : styles.colourTag}
      style={{
        '--tag': `var(--pr-${colour})`,
        '--tag-ink': `var(--pr-${colour}-ink)`,
        '--tag-soft': `var(--pr-${colour}-soft)`,
      }}
    >
      <bdi>{children}</bdi>
    </span>
  )
}

export function StatusTag({ status }: { status: { name: string; colour: Colour } | null }) {
  return status === null ? (
    <span className="quiet">—</span>
  ) : (
    <ColourTag colour={status.colour} soft>
      {status.name}
    </ColourTag>
  )
}

export function PersonName({ person, none }: { person: { name: string } | null; none?: string }) {
  const { t } = useTranslation()
  if (person === null) return <span className="quiet">{none ?? t('none')}</span>
  return (
    <span className={styles.person}>
      <span className={styles.personMark} aria-hidden="true">
        {initials(person.name)}
      </span>
      <bdi>{person.name}</bdi>
    </span>
  )
}

export function initials(name: string): string {
  const parts = name.trim().split(/\s+/)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/**
 * A moment in the company's time zone: relative with the full date on hover, or the date itself.
 */
export function When({
  at,
  as = 'relative',
  none,
}: {
  at: string | null
  as?: 'relative' | 'date' | 'dateTime' | 'time'
  none?: string
}) {
  const format = useFormat()
  const { t } = useTranslation()
  if (at === null) return <span className="quiet">{none ?? t('never')}</span>
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {as === 'relative'
        ? format.relative(at)
        : as === 'date'
          ? format.date(at)
          : as === 'time'
            ? format.time(at)
            : format.dateTime(at)}
    </time>
  )
}

export function Count({ value }: { value: number }) {
  const format = useFormat()
  return <span className="numbers">{format.number(value)}</span>
}

export function Badge({ value, colour }: { value: number; colour?: Colour }) {
  const format = useFormat()
  return (
    <span
      className={`${styles.badge} numbers`}
      style={
        colour === undefined
          ? undefined
          : { background: `var(--pr-${colour}-soft)`, color: `var(--pr-${colour}-ink)` }
      }
    >
      {format.number(value)}
    </span>
  )
}

/** States how many rows a list cut at its limit omits (spec section 8). */
export function Remaining({ count }: { count: number }) {
  const { t } = useTranslation()
  return count > 0 ? <span className="quiet">{t('moreRemaining', { count })}</span> : null
}
