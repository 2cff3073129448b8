import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import type { push } from '#contract/push.ts'
import { ColourTag, When } from '#ui/page/marks.tsx'
import styles from '../account.module.css'
import { useRemovePushDeviceMutation, useTestPushDeviceMutation } from './calls.ts'
import type { ThisDeviceState } from './useThisDevice.ts'

type Device = Output<typeof push.getPush>['devices'][number]

interface Props {
  devices: readonly Device[]
  here: ThisDeviceState
  canTest: boolean
}

export function DeviceList({ devices, here, canTest }: Props) {
  const { t } = useTranslation('account')
  const [remove, removing] = useRemovePushDeviceMutation()
  const [test, testing] = useTestPushDeviceMutation()
  if (devices.length === 0) return null
  return (
    <ul className={styles.sessions} data-testid="push-devices">
      {devices.map((device) => {
        const { id, name, isSignedOut } = device
        const isHere = id === here.id
        return (
          <li key={id}>
            <DeviceText device={device} />
            <span className={styles.membershipActions}>
              {isHere && (
                <ColourTag colour="green" soft>
                  {t('push.thisDevice')}
                </ColourTag>
              )}
              {canTest && !isSignedOut && (
                <Button
                  size="small"
                  disabled={testing.isLoading}
                  aria-label={t('push.testOf', { name })}
                  onClick={() => void test({ params: { id } })}
                >
                  {t('push.test')}
                </Button>
              )}
              <Button
                size="small"
                disabled={removing.isLoading || here.isBusy}
                aria-label={t('push.removeOf', { name })}
                onClick={() => void (isHere ? here.turnOff() : remove({ params: { id } }))}
              >
                {t('push.remove')}
              </Button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function DeviceText({
  device: { name, createdAt, lastSuccessAt, isSignedOut, fault },
}: {
  device: Device
}) {
  const { t } = useTranslation('account')
  return (
    <div className={styles.sessionWords}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span className="quiet">
        {t('push.since')} <When at={createdAt} as="date" />
        {' · '}
        {lastSuccessAt === null ? (
          t('push.noneYet')
        ) : (
          <>
            {t('push.last')} <When at={lastSuccessAt} />
          </>
        )}
      </span>
      {isSignedOut && <span>{t('push.signedOut')}</span>}
      {fault !== null && <span>{t(`push.fault_${fault}`)}</span>}
    </div>
  )
}
