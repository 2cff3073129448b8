import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AreaRow } from '#contract/zones.ts'
import { useMay } from '#entities/session/useSession.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import { ZoneVisits } from '#entities/visits/ZoneVisits.tsx'
import { pathTo } from '#lib/paths.ts'
import { ConfirmedDelete } from '#ui/dialog/ConfirmedDelete.tsx'
import styles from './areas.module.css'

export function AreaPanel({
  row,
  onChange,
  onClose,
}: {
  row: AreaRow
  onChange(): void
  onClose(): void
}) {
  const { t } = useTranslation(['areas', 'common'])
  const mayDraw = useMay('editor|locations')
  const mayWatch = useMay('editor|devices')
  return (
    <div className={styles.form}>
      <div className={styles.head}>
        <h2>
          <bdi>{row.name}</bdi>
        </h2>
        <Button type="text" onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
      <p className={styles.doors}>
        {mayWatch && (
          <Link to={pathTo('zones', undefined, { view: 'alerts', mode: 'new', area: row.id })}>
            {t('watch')}
          </Link>
        )}
        <Link to={pathTo('zones', undefined, { view: 'areas' })}>{t('allAreas')}</Link>
      </p>
      {mayDraw && (
        <p className={styles.doors}>
          <Button onClick={onChange}>{t('change')}</Button>
          <ConfirmedDelete
            row={row}
            name={row.name}
            hint={t('deleteHint')}
            useDelete={zoneCalls.useDeleteAreaMutation}
            onDeleted={onClose}
          />
        </p>
      )}
      <ZoneVisits key={row.id} of={{ areaId: row.id }} hasNow />
    </div>
  )
}
