/** Which alerts go to the user's own devices, and when they are quiet. */
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pushGroups } from '#contract/rules/pushGroups.ts'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { useGetPushQuery, useSetPushWishesMutation } from './calls.ts'
import { DeviceList } from './DeviceList.tsx'
import { QuietHoursField } from './QuietHoursField.tsx'
import { ThisDevice } from './ThisDevice.tsx'
import { useThisDevice } from './useThisDevice.ts'
import styles from './push.module.css'

export function PushAlerts() {
  const { t } = useTranslation('account')
  const query = useGetPushQuery()
  const data = answerToShow(query)
  const mayEdit = useMay('editor|company')
  const here = useThisDevice(data)
  const [set, { isLoading }] = useSetPushWishesMutation()
  if (data === undefined)
    return query.error === undefined ? (
      <LoadingState rows={2} />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  const { isOn, showsText, groups, quietHours, devices } = data
  return (
    <div className={styles.push}>
      <h3>{t('push.title')}</h3>
      {!isOn && (
        <p className="quiet">
          {t('push.off')}{' '}
          {mayEdit && <Link to={pathTo('companySettings')}>{t('push.turnOnLink')}</Link>}
        </p>
      )}
      {isOn && (
        <>
          <p className="quiet">{t(showsText ? 'push.showsText' : 'push.showsKind')}</p>
          <ThisDevice here={here} />
        </>
      )}
      <DeviceList devices={devices} here={here} canTest={isOn} />
      {isOn && (
        <>
          <h4 id="push-groups">{t('push.groups')}</h4>
          <Checkbox.Group
            aria-labelledby="push-groups"
            className={styles.groups ?? ''}
            disabled={isLoading}
            value={groups}
            onChange={(chosen) => void set({ body: { groups: chosen, quietHours } })}
            options={pushGroups.map((group) => ({ value: group, label: t(`push.group_${group}`) }))}
          />
          <QuietHoursField
            key={`${quietHours?.from} ${quietHours?.to}`}
            saved={quietHours}
            isSaving={isLoading}
            onChange={(hours) => void set({ body: { groups, quietHours: hours } })}
          />
        </>
      )}
    </div>
  )
}
