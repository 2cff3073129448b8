import { Alert, Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import type { StockDetail } from '#contract/inventory.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { Remaining } from '#ui/page/marks.tsx'
import { PendingState } from '#ui/feedback/states.tsx'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { panelTabs, type Verb } from './address.ts'
import { ItemPrice } from './ItemPrice.tsx'
import { stockCalls } from '#entities/inventory/stockCalls.ts'
import { StockVerbForm } from './StockForms.tsx'
import { StockHistory } from './StockHistory.tsx'
import { StockStateTag, useStockWords } from './useStockWords.tsx'
import styles from './inventory.module.css'

type Tab = (typeof panelTabs)[number]

export function StockPanel({
  id,
  tab,
  verb,
  onTab,
  onVerb,
  onClose,
}: {
  id: number
  tab: Tab
  verb: Verb | null
  onTab(tab: Tab): void
  onVerb(verb: Verb | null): void
  onClose(): void
}) {
  const { t } = useTranslation(['inventory', 'common'])
  const mayWrite = useMay('editor|equipment')
  const query = stockCalls.useGetStockQuery({ params: { id } })
  const { data, error } = query
  if (data === undefined)
    return (
      <DetailPanel title={t('common:details')} onClose={onClose}>
        <PendingState failure={error} onRetry={() => void query.refetch()} />
      </DetailPanel>
    )
  const heading = {
    title: <bdi>{data.item.name}</bdi>,
    over: <bdi>{data.location.name}</bdi>,
    onClose,
  }
  if (verb !== null)
    return (
      <DetailPanel {...heading} under={verb === 'minimum' ? t('setMinimum') : t(verb)}>
        <StockVerbForm key={verb} verb={verb} detail={data} onDone={() => onVerb(null)} />
      </DetailPanel>
    )
  return (
    <DetailPanel
      {...heading}
      under={<StockStateTag state={data.state} />}
      actions={mayWrite && <Verbs detail={data} onVerb={onVerb} onStopped={onClose} />}
      tab={tab}
      onTab={(key) => onTab(panelTabs.find((one) => one === key) ?? 'facts')}
      tabs={[
        { key: 'facts', label: t('facts'), content: <StockFacts detail={data} /> },
        {
          key: 'history',
          label: t('history'),
          content: <StockHistory id={id} unit={data.item.unit} />,
        },
        {
          key: 'journal',
          label: t('journal'),
          content: <Journal entity="inventoryItem" entityId={data.item.id} />,
        },
      ]}
    />
  )
}

function Verbs({
  detail,
  onVerb,
  onStopped,
}: {
  detail: StockDetail
  onVerb(verb: Verb): void
  onStopped(): void
}) {
  const { t } = useTranslation('inventory')
  const confirm = useConfirm()
  const tell = useUndoableToast()
  const [stop, { isLoading }] = stockCalls.useStopStockMutation()
  const [keep] = stockCalls.useKeepStockMutation()
  const names = { item: detail.item.name, place: detail.location.name }
  const hasSome = detail.lots.some(({ amount }) => amount > 0)
  async function handleStop(): Promise<void> {
    const isSure = await confirm({
      title: t('stopTitle', names),
      hint: t('stopHint'),
      okText: t('stop'),
    })
    if (!isSure) return
    const { data } = await stop({ params: { id: detail.id } })
    if (data === undefined) return
    tell({ level: 'success', message: t('stopped', names) }, () => {
      void keep({
        body: {
          itemId: detail.item.id,
          locationId: detail.location.id,
          minimum: detail.minimum,
        },
      })
    })
    onStopped()
  }
  return (
    <Space wrap>
      <Button type="primary" onClick={() => onVerb('receive')}>
        {t('receive')}
      </Button>
      <Button onClick={() => onVerb('correct')}>{t('correct')}</Button>
      {hasSome && (
        <>
          <Button onClick={() => onVerb('move')}>{t('move')}</Button>
          <Button onClick={() => onVerb('discard')}>{t('discard')}</Button>
        </>
      )}
      <Button onClick={() => onVerb('minimum')}>{t('setMinimum')}</Button>
      {detail.lotCount === 0 && !detail.isEnded && (
        <Button type="text" loading={isLoading} onClick={() => void handleStop()}>
          {t('stop')}
        </Button>
      )}
    </Space>
  )
}

function StockFacts({ detail }: { detail: StockDetail }) {
  const { t } = useTranslation('inventory')
  const words = useStockWords()
  const { item, amount, minimum, used, runsOutOn, lots, lotCount } = detail
  const some = (value: number) => <bdi className="numbers">{words.amount(value, item.unit)}</bdi>
  return (
    <>
      {amount < 0 && <Alert type="warning" showIcon title={t('negativeHint')} />}
      <Facts
        rows={[
          { label: t('amount'), value: <strong>{some(amount)}</strong> },
          {
            label: t('minimum'),
            value: minimum === null ? <span className="quiet">{t('notSet')}</span> : some(minimum),
          },
          { label: t('usedLately'), value: some(used) },
          ...(runsOutOn === null ? [] : [{ label: t('runsOutOn'), value: words.day(runsOutOn) }]),
        ]}
      />
      <ItemPrice itemId={item.id} />
      <h3 className={styles.heading}>{t('lots')}</h3>
      {lots.length === 0 && <p className="quiet">{t('nothingHere')}</p>}
      <ul className={styles.lines}>
        {lots.map((lot) => (
          <li key={lot.id}>
            <span>
              <bdi>{lot.name === '' ? t('noLot') : lot.name}</bdi>
              <span className="quiet">
                {lot.expiresOn === null
                  ? t('noExpiry')
                  : `${t('expiresOn')} ${words.day(lot.expiresOn)}`}
              </span>
            </span>
            {some(lot.amount)}
          </li>
        ))}
      </ul>
      <Remaining count={lotCount - lots.length} />
    </>
  )
}
