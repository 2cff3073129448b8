import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { MapEquipment, Reservation } from '#contract/rtls/rtlsShapes.ts'
import { isApiFailure } from '#api/http.ts'
import { refusalText } from '#api/notices.ts'
import { useFormat } from '#lib/format.tsx'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { nearestCalls } from '../calls.ts'
import styles from '../rtls.module.css'

export function ReserveButton({
  row,
  onLost,
  isPlain = false,
}: {
  row: Pick<MapEquipment, 'id' | 'name' | 'reservation'>
  /** Called if another user reserved it first, so the data is stale. */
  onLost(): void
  isPlain?: boolean
}) {
  const { t } = useTranslation('map')
  const dispatch = useDispatch()
  const [reserve, reserving] = nearestCalls.useReserveEquipmentMutation()
  const [release, releasing] = nearestCalls.useReleaseEquipmentMutation()
  const { id, name, reservation } = row

  async function handleTake(): Promise<void> {
    const { error } = await reserve({ params: { equipmentId: id }, body: {} })
    if (!isApiFailure(error)) return
    const other = error.errors.find(({ code }) => code === 'reserved')
    if (error.status !== 409) return
    dispatch(
      toastAdded({
        level: 'warning',
        message: [
          t('couldNotTake', { name }),
          other === undefined ? refusalText(error) : t('takenByOther', { name: other.message }),
        ].join('\n'),
      }),
    )
    onLost()
  }
  if (reservation !== null && !reservation.isMine)
    return isPlain ? null : <ReservedFor reservation={reservation} />
  return reservation === null ? (
    <Button
      type={isPlain ? 'default' : 'primary'}
      loading={reserving.isLoading}
      onClick={() => void handleTake()}
    >
      {t('takeIt')}
      <span className="visually-hidden">: {name}</span>
    </Button>
  ) : (
    <>
      {!isPlain && <ReservedFor reservation={reservation} />}
      <Button
        loading={releasing.isLoading}
        onClick={() => void release({ params: { equipmentId: id } })}
      >
        {t('letGo')}
      </Button>
    </>
  )
}

export function ReservedFor({ reservation }: { reservation: Reservation }) {
  const { t } = useTranslation('map')
  const format = useFormat()
  const time = format.time(reservation.until)
  return (
    <span className={styles.kept} data-mine={reservation.isMine || undefined}>
      {reservation.isMine
        ? t('reservedForMe', { time })
        : t('reservedFor', { name: reservation.by.name, time })}
    </span>
  )
}
