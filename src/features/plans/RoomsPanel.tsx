import { PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Remaining } from '#ui/page/marks.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { isRestricted } from '#contract/venue/roomUse.ts'
import { isFound } from '#contract/rules/fold.ts'
import { boxOf, rectangle } from './drawing/shapes.ts'
import { PartForm } from './PartForm.tsx'
import { RoomForm } from './RoomForm.tsx'
import { SeveralForm } from './SeveralForm.tsx'
import type { Drawing } from './useDrawing.ts'
import styles from './plans.module.css'

const SHOWN = 100
/** Initial size of a new room, in metres. */
const NEW = { wide: 4, deep: 5 }

export function RoomsPanel({
  drawing,
  makesPlaces,
  onReveal,
}: {
  drawing: Drawing
  makesPlaces: boolean
  /** Called from the list: brings the room into view. */
  onReveal(key: string): void
}) {
  const { t } = useTranslation(['plans', 'common', 'map'])
  const { plan, keys, act, choose } = drawing
  const [search, setSearch] = useState('')
  const found = plan.rooms.filter(({ code, name, place }) =>
    [code, name, place?.name ?? ''].some((one) => isFound(one, search)),
  )
  const [only] = keys
  const room = keys.length === 1 ? plan.rooms.find(({ key }) => key === only) : undefined
  const part = keys.length === 1 ? plan.parts.find(({ key }) => key === only) : undefined
  function handleAdd(): void {
    const box = boxOf(plan.rooms.at(-1)?.corners ?? [])
    const at = box === null ? { x: 0, y: 0 } : { x: box.x + box.wide, y: box.y }
    act({
      do: 'addRoom',
      corners: rectangle(at, { x: at.x + NEW.wide, y: at.y + (box?.deep ?? NEW.deep) }),
      makesPlace: makesPlaces,
    })
  }
  return (
    <>
      {room !== undefined && <RoomForm key={room.key} room={room} drawing={drawing} />}
      {part !== undefined && <PartForm part={part} drawing={drawing} />}
      {keys.length > 1 && <SeveralForm drawing={drawing} />}
      <div className={styles.listHead}>
        <h2>{t('rooms', { count: plan.rooms.length })}</h2>
        <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={handleAdd}>
          {t('addRoom')}
        </Button>
      </div>
      <UnexplainedClosed drawing={drawing} />
      {plan.rooms.length > 8 && (
        <Input.Search
          allowClear
          value={search}
          aria-label={t('findRoom')}
          placeholder={t('findRoom')}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {plan.rooms.length === 0 ? (
        <EmptyState title={t('noRooms')} hint={t('noRoomsHint')} />
      ) : (
        <ul className={styles.roomList} aria-label={t('rooms', { count: plan.rooms.length })}>
          {found.slice(0, SHOWN).map(({ key, code, name, kind, category, place, makesPlace }) => (
            <li key={key}>
              <button
                type="button"
                aria-pressed={keys.includes(key)}
                onClick={() => {
                  choose([key])
                  onReveal(key)
                }}
              >
                <strong>
                  <bdi>{code || '—'}</bdi>
                </strong>
                <span>
                  <bdi>{name || (kind === 'room' ? '' : t(`map:kind_${kind}`))}</bdi>
                  {isRestricted(category) && <span className="quiet"> {t('map:restricted')}</span>}
                </span>
                <span className="quiet">
                  {makesPlace && place === null ? t('newPlace') : <bdi>{place?.name ?? ''}</bdi>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Remaining count={Math.max(0, found.length - SHOWN)} />
    </>
  )
}

/**
 * Closed spaces without a reason: imports before 1.0 stored plant rooms (`nonpublic` of IMDF) so,
 * and the oldest without a category. The editor's undo reverts it.
 */
function UnexplainedClosed({ drawing: { plan, act } }: { drawing: Drawing }) {
  const { t } = useTranslation('plans')
  const closed = plan.rooms.filter(({ kind, category }) => kind === 'closed' && category === null)
  if (closed.length === 0) return null
  return (
    <div className={styles.listHead}>
      <p className="quiet">{t('closedSpaces', { count: closed.length })}</p>
      <Button
        size="small"
        onClick={() =>
          act({
            do: 'changeRooms',
            keys: closed.map(({ key }) => key),
            facts: { kind: 'room' },
          })
        }
      >
        {t('makeRooms', { count: closed.length })}
      </Button>
    </div>
  )
}
