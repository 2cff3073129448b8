import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import type { DrawnRoom } from './drawing/plan.ts'

/** The number of names shown; beyond it only a count. */
const NAMED = 5

/**
 * A location may be several rooms of the plan, such as a ward. The note tells the user who links a
 * second room.
 */
export function OthersOfPlace({ room, rooms }: { room: DrawnRoom; rooms: readonly DrawnRoom[] }) {
  const { t } = useTranslation(['plans', 'common'])
  const { list } = useFormat()
  const others = rooms.filter(
    ({ key, place }) => key !== room.key && place !== null && place.id === room.place?.id,
  )
  if (others.length === 0) return null
  const names = others
    .slice(0, NAMED)
    .map(({ code, name }) => [code, name].filter((one) => one !== '').join(' ') || '—')
  const more = others.length - names.length
  const rest = more === 0 ? [] : [t('common:moreRemaining', { count: more })]
  return <p className="quiet">{t('placeOfOthers', { rooms: [list(names), ...rest].join(' ') })}</p>
}
