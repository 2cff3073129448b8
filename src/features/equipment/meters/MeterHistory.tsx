import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { MeterReadingRow, MeterRow } from '#contract/meters/meters.ts'
import { isApiFailure } from '#api/http.ts'
import { meterCalls } from '#entities/calls/meters.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { pathTo } from '#lib/paths.ts'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ColourTag, Remaining, When } from '#ui/page/marks.tsx'
import {
  codeOf,
  reasons,
  sentOf,
  SureField,
  ValueField,
  WhyFields,
  type Reading,
} from './ReadingForm.tsx'
import { useAmountText } from './useAmountText.ts'
import styles from './meters.module.css'

const STEP = 20

export function MeterHistory({ meter, mayEdit }: { meter: MeterRow; mayEdit: boolean }) {
  const { t } = useTranslation(['meters', 'common'])
  const [limit, setLimit] = useState(STEP)
  const [openWork, setOpenWork] = useState(0)
  const query = meterCalls.useListMeterReadingsQuery({
    params: { id: meter.id },
    body: { limit, sort: '-at' },
  })
  const data = answerToShow(query)
  if (data === undefined)
    return <PendingState failure={query.error} onRetry={() => void query.refetch()} />
  if (data.rows.length === 0 && openWork === 0) return <EmptyState title={t('noReadings')} />
  const left = data.count - data.rows.length
  return (
    <>
      {openWork > 0 && (
        <p role="status">
          {t('workStays', { count: openWork })}{' '}
          <Link to={pathTo('equipmentSchedules', undefined, { id: meter.equipment.id })}>
            {t('showWork')}
          </Link>
        </p>
      )}
      <ul className={styles.history}>
        {data.rows.map((reading) => (
          <ReadingLine
            key={reading.id}
            meter={meter}
            reading={reading}
            mayEdit={mayEdit}
            onCorrected={setOpenWork}
          />
        ))}
      </ul>
      <ExportButton
        size="small"
        lists={[{ list: 'meterReadings', question: { meterIds: [meter.id] } }]}
      />
      {left > 0 && (
        <p>
          <Remaining count={left} />{' '}
          {limit < 500 && (
            <Button type="link" onClick={() => setLimit(Math.min(500, limit * 5))}>
              {t('common:loadMore')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

function ReadingLine({
  meter,
  reading,
  mayEdit,
  onCorrected,
}: {
  meter: MeterRow
  reading: MeterReadingRow
  mayEdit: boolean
  /** Gets the open work that began since. */
  onCorrected(openWork: number): void
}) {
  const { t } = useTranslation('meters')
  const amount = useAmountText()
  const [isOpen, setIsOpen] = useState(false)
  const { unit } = meter.type
  const isMark = reading.kind === 'started' || reading.kind === 'stopped'
  return (
    <li data-testid="meter-reading">
      <div className={styles.line}>
        <div className={styles.said}>
          <When at={reading.at} as="dateTime" />
          <strong className="numbers">
            {isMark ? t(`kind.${reading.kind}`) : amount(reading.value, unit)}
          </strong>
          {!isMark && reading.kind !== 'read' && (
            <ColourTag soft colour={reading.kind === 'unclear' ? 'orange' : 'blue'}>
              {t(`kind.${reading.kind}`)}
            </ColourTag>
          )}
        </div>
        {mayEdit && !isMark && (
          <Button type="link" size="small" onClick={() => setIsOpen(!isOpen)}>
            {t(reading.kind === 'unclear' ? 'explain' : 'correct')}
          </Button>
        )}
        <div className={styles.origin}>
          <span className="quiet numbers">
            {t('totalThen', { value: amount(reading.total, unit) })}
          </span>
          {reading.by !== null && <bdi className="quiet">{reading.by.name}</bdi>}
          {reading.procedureLogId !== null && (
            <Link to={pathTo('procedureLog', { procedureLogId: reading.procedureLogId })}>
              {t('fromLog')}
            </Link>
          )}
        </div>
      </div>
      {isOpen && (
        <CorrectForm
          meter={meter}
          reading={reading}
          onDone={() => setIsOpen(false)}
          onCorrected={onCorrected}
        />
      )}
    </li>
  )
}

function CorrectForm({
  meter,
  reading,
  onDone,
  onCorrected,
}: {
  meter: MeterRow
  reading: MeterReadingRow
  onDone(): void
  onCorrected(openWork: number): void
}) {
  const { t } = useTranslation('meters')
  const [update] = meterCalls.useUpdateMeterReadingMutation()
  const [isFar, setIsFar] = useState(false)
  const [remove, { isLoading }] = meterCalls.useDeleteMeterReadingMutation()
  const handleRemove = async () => {
    const answer = await remove({ params: { id: reading.id } })
    if (answer.data === undefined) return
    onCorrected(answer.data.openWork)
    onDone()
  }
  const kind = reasons.find((one) => one === reading.kind) ?? 'read'
  return (
    <div className={styles.form}>
      <EntityForm<Reading>
        initial={{
          value: reading.value,
          at: '',
          kind,
          startsAt: reading.startsAt,
          endsAt: reading.endsAt,
          isSure: false,
        }}
        version={reading.version}
        submitLabel={t('saveReading')}
        onCancel={onDone}
        onSaved={onDone}
        refusals={{
          belowLast: t('belowEarlier'),
          aboveNext: t('aboveNext'),
          farAbove: t('farAbove'),
        }}
        onSave={async (values, version) => {
          const answer = await update({
            params: { id: reading.id },
            body: { ...sentOf(values), version: version ?? reading.version },
          })
          if (answer.data === undefined) {
            setIsFar(isApiFailure(answer.error) && codeOf(answer.error) === 'farAbove')
            throw answer.error
          }
          onCorrected(answer.data.openWork)
        }}
      >
        <ValueField meter={meter} isFixed={reading.source === 'sensor'} />
        {isFar && <SureField />}
        <WhyFields rollsOver={meter.type.rollsOverAt !== null} unit={meter.type.unit} />
      </EntityForm>
      {reading.kind !== 'leftOut' && (
        <Button danger type="text" loading={isLoading} onClick={() => void handleRemove()}>
          {t('mistyped')}
        </Button>
      )}
    </div>
  )
}
