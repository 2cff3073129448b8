import { Button } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MeterRow } from '#contract/meters/meters.ts'
import { METERS_OF_EQUIPMENT, takesReadings } from '#contract/meters/meterSources.ts'
import { meterCalls } from '#entities/calls/meters.ts'
import { MeterTypePicker } from '#entities/pickers/MeterTypePicker.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { MeterHistory } from './MeterHistory.tsx'
import { ReadingForm } from './ReadingForm.tsx'
import { useAmountText } from './useAmountText.ts'
import { WaitingReadings } from './WaitingReadings.tsx'
import styles from './meters.module.css'

export function EquipmentMeters({ equipmentId }: { equipmentId: number }) {
  const { t } = useTranslation('meters')
  const mayEdit = useMay('editor|equipment')
  const query = meterCalls.useListMetersQuery({
    body: { equipmentId, limit: METERS_OF_EQUIPMENT },
  })
  const data = answerToShow(query)
  if (data === undefined)
    return <PendingState failure={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={styles.meters}>
      {data.rows.length === 0 && <EmptyState title={t('none')} hint={t('noneHint')} />}
      {data.rows.map((meter) => (
        <Meter key={meter.id} meter={meter} mayEdit={mayEdit} />
      ))}
      {mayEdit && data.rows.length < METERS_OF_EQUIPMENT && <AddMeter equipmentId={equipmentId} />}
    </div>
  )
}

function Meter({ meter, mayEdit }: { meter: MeterRow; mayEdit: boolean }) {
  const { t } = useTranslation('meters')
  const amount = useAmountText()
  const [opened, setOpened] = useState<'reading' | 'history' | null>(null)
  const mayRead = useMay('performer|procedures')
  const { type } = meter
  const toggle = (part: 'reading' | 'history') => setOpened(opened === part ? null : part)
  return (
    <section className={styles.meter} aria-label={type.name}>
      <header className={styles.head}>
        <h3>
          <bdi>{type.name}</bdi>
        </h3>
        {meter.isRunning && (
          <ColourTag soft colour="green">
            {t('running')}
          </ColourTag>
        )}
        {meter.unclear > 0 && (
          <ColourTag colour="orange">{t('unclear', { count: meter.unclear })}</ColourTag>
        )}
      </header>
      <dl className={styles.numbers}>
        <div>
          <dt>{t('total')}</dt>
          <dd className={styles.total}>{amount(meter.total, type.unit)}</dd>
        </div>
        <div>
          <dt>{t('recentUse')}</dt>
          <dd>{amount(meter.recentUse, type.unit)}</dd>
        </div>
        {meter.value !== null && (
          <div>
            <dt>{t('shows')}</dt>
            <dd>{amount(meter.value, type.unit)}</dd>
          </div>
        )}
        <div>
          <dt>{t('readAt')}</dt>
          <dd>
            <When at={meter.readAt} none={t('never')} />
          </dd>
        </div>
      </dl>
      <p className="quiet">{t(`source.${type.source}`)}</p>
      <div className={styles.actions}>
        {mayRead && takesReadings(type.source) && (
          <Button
            aria-expanded={opened === 'reading'}
            data-testid="meter-add-reading"
            onClick={() => toggle('reading')}
          >
            {t('addReading')}
          </Button>
        )}
        <Button
          type="text"
          aria-expanded={opened === 'history'}
          data-testid="meter-history"
          onClick={() => toggle('history')}
        >
          {t('history')}
        </Button>
      </div>
      <WaitingReadings meter={meter} />
      {opened === 'reading' && <ReadingForm meter={meter} onDone={() => setOpened(null)} />}
      {opened === 'history' && <MeterHistory meter={meter} mayEdit={mayEdit} />}
    </section>
  )
}

function AddMeter({ equipmentId }: { equipmentId: number }) {
  const { t } = useTranslation('meters')
  const [isOpen, setIsOpen] = useState(false)
  const [add, { isLoading }] = meterCalls.useAddMeterMutation()
  const handleChoose = async (typeId: number | null) => {
    if (typeId === null) return
    const answer = await add({ body: { equipmentId, typeId } })
    if (answer.error === undefined) setIsOpen(false)
  }
  return isOpen ? (
    <MeterTypePicker
      label={t('chooseMeter')}
      value={null}
      onChange={(typeId: number | null) => void handleChoose(typeId)}
    />
  ) : (
    <Button
      icon={<PlusOutlined aria-hidden />}
      loading={isLoading}
      className={styles.add}
      onClick={() => setIsOpen(true)}
    >
      {t('addMeter')}
    </Button>
  )
}
