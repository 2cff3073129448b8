import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import type { equipment } from '#contract/equipment/equipment.ts'
import type { Related } from '#contract/related.ts'
import { toFilterQuery } from '#entities/filterObject/filterAddress.ts'
import { PlacePath } from '#entities/whereabouts/PlacePath.tsx'
import { OnMap } from '#entities/whereabouts/Whereabouts.tsx'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { ColourTag, Remaining, When } from '#ui/page/marks.tsx'
import styles from './related.module.css'

type Detail = Output<typeof equipment.getEquipment>

export function Where({ detail }: { detail: Detail }) {
  const { t } = useTranslation(['equipment', 'entities'])
  const rows = [
    {
      label: t('keptIn'),
      value:
        detail.locationPath.length === 0 ? (
          <span className="quiet">—</span>
        ) : (
          <PlacePath path={detail.locationPath} />
        ),
    },
    ...(detail.locationText === null
      ? []
      : [{ label: t('entities:field_locationText'), value: <bdi>{detail.locationText}</bdi> }]),
    { label: t('onMap'), value: <OnMap {...detail} /> },
  ]
  return <Facts rows={rows} />
}

export function RuleLines({ rules }: { rules: Related['rules'] }) {
  const { t } = useTranslation('related')
  if (rules.length === 0) return null
  return (
    <p className={styles.inLine}>
      <span className="quiet">{t('byRules')}</span>
      {rules.map(({ id, name }) => (
        <Link key={id} to={pathTo('schedule', { ruleId: id })}>
          <bdi>{name === '' ? `#${id}` : name}</bdi>
        </Link>
      ))}
    </p>
  )
}

export function BoardLines({ rows, count }: Related['boards']) {
  const { t } = useTranslation('related')
  return (
    <ul className={styles.list}>
      {rows.map((board) => (
        <li key={`${board.kind}-${board.id}`}>
          <span className={styles.words}>
            <Link
              to={
                board.kind === 'dashboard'
                  ? pathTo('dashboard', { dashboardId: board.id })
                  : pathTo('dynamicDashboard', { dynamicDashboardId: board.id })
              }
            >
              <bdi>{board.name}</bdi>
            </Link>
            <span className="quiet">
              <bdi>{board.cards.map(({ name }) => name).join(' · ')}</bdi>
            </span>
          </span>
          {board.isMeant && (
            <ColourTag colour="blue" soft>
              {t('asksForIt')}
            </ColourTag>
          )}
        </li>
      ))}
      <Remaining count={count - rows.length} />
    </ul>
  )
}

export function Tracked({
  tags,
  beacons,
}: {
  tags: Detail['tags']
  beacons: Related['beacons']['rows']
}) {
  const { t } = useTranslation('related')
  const format = useFormat()
  return (
    <>
      {tags.length > 0 && (
        <p className={styles.inLine}>
          {tags.map((tag) => (
            <Link
              key={tag.id}
              to={pathTo('equipment', undefined, toFilterQuery({ tagIds: [tag.id] }))}
            >
              <ColourTag colour={tag.colour}>{tag.name}</ColourTag>
            </Link>
          ))}
        </p>
      )}
      <ul className={styles.list}>
        {beacons.map((beacon) => (
          <li key={beacon.id}>
            <span className={styles.words}>
              <span>
                {t('beacon')} <bdi className="numbers">{beacon.mac}</bdi>
              </span>
              <span className="quiet">
                {t('lastHeard')} <When at={beacon.lastHeardAt} />
                {beacon.battery !== null && (
                  <>
                    {' · '}
                    {t('battery', { value: format.percent(beacon.battery) })}
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

export function UsedLines({ rows, count, mayOpen }: Related['inventory'] & { mayOpen: boolean }) {
  const { t } = useTranslation('related')
  const format = useFormat()
  return (
    <ul className={styles.list}>
      {rows.map(({ item, amount, discardedDoses, times, lastAt }) => (
        <li key={item.id}>
          <span className={styles.words}>
            {mayOpen ? (
              <Link
                to={pathTo('managementList', { referenceList: 'inventory-items' }, { id: item.id })}
              >
                <bdi>{item.name}</bdi>
              </Link>
            ) : (
              <bdi>{item.name}</bdi>
            )}
            <span className="quiet">
              {t('usedTimes', { count: times })} · <When at={lastAt} as="date" />
              {discardedDoses > 0 && (
                <>
                  {' · '}
                  {t('discarded', { amount: format.number(discardedDoses) })}
                </>
              )}
            </span>
          </span>
          <span className="numbers">
            {format.number(amount)} <bdi>{item.unit}</bdi>
          </span>
        </li>
      ))}
      <Remaining count={count - rows.length} />
    </ul>
  )
}
