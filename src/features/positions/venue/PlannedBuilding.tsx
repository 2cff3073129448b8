import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import { useFormat } from '#lib/format.tsx'
import { ColourTag, Count, Remaining } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import styles from '../rtls.module.css'

type Building = VenueImport['buildings'][number]
type Floor = Building['floors'][number]

export function PlannedBuilding({
  building,
  isApplied,
}: {
  building: Building
  isApplied: boolean
}) {
  const { t } = useTranslation('venueImport')
  return (
    <Section
      title={building.name}
      actions={
        building.isKnown ? (
          <ColourTag soft colour="blue">
            {t('changes')}
          </ColourTag>
        ) : (
          <ColourTag soft colour="green">
            {t('fresh')}
          </ColourTag>
        )
      }
    >
      {building.isFar && (
        <Alert
          className={styles.venueDone}
          type="error"
          showIcon
          title={t('isFar')}
          description={t('isFarHint')}
        />
      )}
      <div className={styles.venueTable}>
        <table className={`table ${styles.smallTable}`} aria-label={building.name}>
          <thead>
            <tr>
              <th scope="col">{t('floor')}</th>
              <th scope="col" className="end">
                {t('level')}
              </th>
              <th scope="col" className="end">
                {t('rooms')}
              </th>
              <th scope="col" className="end">
                {t('walls')}
              </th>
              <th scope="col" className="end">
                {t('doors')}
              </th>
              <th scope="col">{t('state')}</th>
            </tr>
          </thead>
          <tbody>
            {building.floors.map((floor, storey) => (
              <tr key={storey}>
                <th scope="row">
                  <bdi>{floor.name}</bdi>
                </th>
                <td className="end numbers">
                  <bdi dir="ltr">{floor.ordinal}</bdi>
                </td>
                <td className="end">
                  <Count value={floor.rooms} />
                </td>
                <td className="end">
                  <Count value={floor.walls} />
                </td>
                <td className="end">
                  <Count value={floor.doors} />
                </td>
                <td>{floor.isKnown ? t('changes') : t('fresh')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Remarks floors={building.floors} isApplied={isApplied} />
    </Section>
  )
}

/** Remarks by floor. Of many rooms, only the first are named. */
function Remarks({ floors, isApplied }: { floors: readonly Floor[]; isApplied: boolean }) {
  const { t } = useTranslation('venueImport')
  const format = useFormat()
  const remarks = floors.flatMap(({ name, restricted, removed, unreached }) => [
    { kind: 'restricted' as const, name, rooms: { count: restricted, names: [] } },
    ...(isApplied ? [] : [{ kind: 'goes' as const, name, rooms: removed }]),
    { kind: 'unreached' as const, name, rooms: unreached },
  ])
  const told = remarks.filter(({ rooms }) => rooms.count > 0)
  if (told.length === 0) return null
  return (
    <Alert
      className={styles.venueAbout}
      type="warning"
      showIcon
      title={
        <ul className={styles.venueRemarks}>
          {told.map(({ kind, name, rooms }) => (
            <li key={`${kind} ${name}`}>
              {t(kind, { floor: name, count: rooms.count })}
              {rooms.names.length > 0 && (
                <div className="quiet">
                  <bdi>{format.list(rooms.names)}</bdi>{' '}
                  <Remaining count={rooms.count - rooms.names.length} />
                </div>
              )}
            </li>
          ))}
        </ul>
      }
    />
  )
}
