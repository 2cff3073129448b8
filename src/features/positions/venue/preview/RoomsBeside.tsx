import { Checkbox } from 'antd'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Count } from '#ui/page/marks.tsx'
import { countsOf, labelOf, marks, tones, type Filter, type SeenRoom } from './sureness.ts'
import { ToneSwatch } from './TonePattern.tsx'
import styles from './preview.module.css'

export function Legend({
  rooms,
  removed,
  filter,
  onFilter,
}: {
  rooms: readonly SeenRoom[]
  removed: number
  filter: Filter | null
  onFilter(filter: Filter | null): void
}) {
  const { t } = useTranslation('venueImport')
  const counts = countsOf(rooms)
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      {[...tones, ...marks].map((one) => {
        const count = counts.get(one) ?? 0
        if (count === 0) return null
        const tone = tones.find((other) => other === one)
        return (
          <li key={one}>
            <button
              type="button"
              aria-pressed={filter === one}
              onClick={() => onFilter(filter === one ? null : one)}
            >
              {tone === undefined ? <span className={styles.swatch} /> : <ToneSwatch tone={tone} />}
              <span>{t(`sure_${one}`)}</span>
              <Count value={count} />
            </button>
          </li>
        )
      })}
      {removed > 0 && (
        <li className={styles.legendText}>
          <span className={`${styles.swatch} ${styles.swatchRemoved}`} />
          <span>{t('sure_removed')}</span>
          <Count value={removed} />
        </li>
      )}
    </ul>
  )
}

const SHOWN = 200

export function RoomList({
  rooms,
  chosen,
  onPick,
}: {
  rooms: readonly SeenRoom[]
  chosen: ReadonlySet<string>
  onPick(room: string, isMore: boolean): void
}) {
  const { t } = useTranslation('venueImport')
  const [isWhole, setIsWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const first = [...chosen][0]
  const listed = isWhole
    ? rooms
    : rooms.filter(({ room }, index) => index < SHOWN || chosen.has(room.id))
  useEffect(() => {
    const row = list.current?.querySelector('[data-chosen="true"]')
    const box = list.current?.getBoundingClientRect()
    const at = row?.getBoundingClientRect()
    // `scrollIntoView` would scroll the page too.
    if (list.current === null || box === undefined || at === undefined) return
    if (at.top < box.top) list.current.scrollTop -= box.top - at.top
    else if (at.bottom > box.bottom) list.current.scrollTop += at.bottom - box.bottom
  }, [first])
  return (
    <>
      <ul ref={list} className={styles.rooms} aria-label={t('rooms')}>
        {listed.map((seen) => (
          <RoomRow
            key={seen.room.id}
            seen={seen}
            isChosen={chosen.has(seen.room.id)}
            onPick={onPick}
          />
        ))}
      </ul>
      {listed.length < rooms.length && (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          {t('moreRooms', { number: rooms.length - listed.length })}
        </button>
      )}
    </>
  )
}

const RoomRow = memo(function RoomRow({
  seen: { room, tone, filters },
  isChosen,
  onPick,
}: {
  seen: SeenRoom
  isChosen: boolean
  onPick(room: string, isMore: boolean): void
}) {
  const { t } = useTranslation(['venueImport', 'map'])
  const label = labelOf(room) || t(`map:kind_${room.kind}`)
  const said = tones.filter((one) => one !== 'sure' && filters.has(one))
  return (
    <li data-chosen={isChosen}>
      <Checkbox
        aria-label={t('chooseToo', { name: label })}
        checked={isChosen}
        onChange={() => onPick(room.id, true)}
      />
      <button type="button" aria-pressed={isChosen} onClick={() => onPick(room.id, false)}>
        <ToneSwatch tone={tone} />
        <bdi>{label}</bdi>
        <span className="quiet">
          {[...said.map((one) => t(`sure_${one}`)), room.isRestricted ? t('sure_restricted') : '']
            .filter((one) => one !== '')
            .join(' · ')}
        </span>
      </button>
    </li>
  )
})
