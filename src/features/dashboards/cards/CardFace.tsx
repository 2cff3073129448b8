import { ArrowDownOutlined, ArrowUpOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CardNumber, DetailPart } from '#contract/dashboards/dashboardItems.ts'
import { scoreLevel } from '#entities/score/scoreLevel.ts'
import { useFormat } from '#lib/format.tsx'
import { When } from '#ui/page/marks.tsx'
import { usePeriodLabels } from '../usePeriodLabels.ts'
import { changeOf, hasFewRows } from './cardFigure.ts'
import { CardHistory } from './CardHistory.tsx'
import { CardParts } from './CardParts.tsx'
import { useFigure } from './useFigure.ts'
import styles from './cards.module.css'

export interface CardFaceProps {
  name: ReactNode
  title: string
  number: CardNumber
  showHistory: boolean
  /** Opens the rows. `at`: the first day of another period. */
  onOpen?(part: DetailPart, at?: string): void
  menu?: ReactNode
}

export function CardFace({ name, title, number, showHistory, onOpen, menu }: CardFaceProps) {
  const { t } = useTranslation('dashboards')
  const words = usePeriodLabels()
  return (
    <>
      <header className={styles.numberHead}>
        <div className={styles.numberTitles}>
          <h3>{name}</h3>
          <span className="quiet">
            {t(`type.${number.type}`)} · {words.long(number.range, number)}
            {number.isPartial && <> · {t('soFar')}</>}
          </span>
        </div>
        <span className={`${styles.numberActions} screen-only`}>
          <Formula number={number} title={title} />
          {menu}
        </span>
      </header>
      <CardBody
        title={title}
        number={number}
        showHistory={showHistory}
        {...(onOpen === undefined ? {} : { onOpen })}
      />
    </>
  )
}

export function CardBody({
  title,
  number,
  showHistory,
  onOpen,
}: Omit<CardFaceProps, 'name' | 'menu'>) {
  const opening = onOpen === undefined ? {} : { onOpen }
  return (
    <>
      {number.state === 'data' ? (
        <Figure number={number} title={title} {...opening} />
      ) : (
        <NoNumber state={number.state} />
      )}
      {showHistory && number.history.some(({ counted }) => counted > 0) && (
        <CardHistory title={title} number={number} {...opening} />
      )}
      <Trust number={number} />
    </>
  )
}

function Figure({
  number,
  title,
  onOpen,
}: {
  number: CardNumber
  title: string
  onOpen?(part: DetailPart): void
}) {
  const { t } = useTranslation('dashboards')
  const figure = useFigure(number.type)
  const value = number.value ?? 0
  const isFew = hasFewRows(number)
  return (
    <div className={styles.numberBody}>
      <button
        type="button"
        className={`numbers ${styles.numberFigure}`}
        data-level={isFew ? undefined : scoreLevel(value)}
        disabled={onOpen === undefined}
        onClick={() => onOpen?.('counted')}
        aria-label={t('openRows', { card: title, value: figure(value) })}
      >
        {figure(value)}
      </button>
      <div className={styles.numberFacts}>
        {isFew && <p className="quiet">{t('few')}</p>}
        <Delta number={number} />
        <CardParts number={number} {...(onOpen === undefined ? {} : { onOpen })} />
      </div>
    </div>
  )
}

/** Shows the change since the former period together with the former number. */
function Delta({ number }: { number: CardNumber }) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const words = usePeriodLabels()
  const figure = useFigure(number.type)
  const { previous } = number
  const change = changeOf(number)
  if (change === null || previous.value === null)
    return <p className={`quiet ${styles.numberDelta}`}>{t('noBefore')}</p>
  return (
    <p className={styles.numberDelta}>
      <strong data-verdict={change.verdict}>
        {change.by > 0 ? (
          <ArrowUpOutlined aria-hidden />
        ) : change.by < 0 ? (
          <ArrowDownOutlined aria-hidden />
        ) : (
          '='
        )}{' '}
        <span className="numbers" dir="ltr">
          {format.number(change.by, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })}
        </span>
      </strong>{' '}
      <span className="quiet">
        {t('before', {
          // A week shows both ends; one date would look like a single day.
          period: words[number.range === 'WEEK' ? 'long' : 'short'](number.range, previous),
          value: figure(previous.value),
        })}
      </span>
    </p>
  )
}

function NoNumber({ state }: { state: Exclude<CardNumber['state'], 'data'> }) {
  const { t } = useTranslation('dashboards')
  return (
    <div className={styles.numberEmpty} data-state={state}>
      <strong>{t(`empty.${state}`)}</strong>
      <p className="quiet">{t(`emptyHint.${state}`)}</p>
    </div>
  )
}

function Trust({ number }: { number: CardNumber }) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  return (
    <footer className={styles.numberTrust}>
      <span>{t('counted', { number: format.number(number.counted) })}</span>
      <span>{t('objects', { number: format.number(number.objects) })}</span>
      {number.lastAt !== null && (
        <span>
          {t('until')} <When at={number.lastAt} as="dateTime" />
        </span>
      )}
      {number.beyondRights > 0 && (
        <span className={styles.numberCut}>
          {t('cut', { number: format.number(number.beyondRights) })}
        </span>
      )}
    </footer>
  )
}

const sum = 'Σ'

function Formula({ number, title }: { number: CardNumber; title: string }) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const figure = useFigure(number.type)
  const numbers = {
    counted: format.number(number.counted),
    done: format.number(number.done),
    value: number.value === null ? '–' : figure(number.value),
  }
  const content = (
    <div className={styles.numberFormula}>
      <p>{t(`formula.${number.type}`)}</p>
      <p>
        <bdi
          dir="ltr"
          className="numbers"
        >{`${number.type === 'averageScore' ? sum : numbers.done} ÷ ${numbers.counted} = ${numbers.value}`}</bdi>
      </p>
      {number.type === 'averageScore' ? (
        number.unscored > 0 && (
          <p className="quiet">{t('unscored', { number: format.number(number.unscored) })}</p>
        )
      ) : (
        <p className="quiet">{t('waitingHint')}</p>
      )}
      <p className="quiet">
        {number.beyondRights > 0
          ? t('cutHint', { number: format.number(number.beyondRights) })
          : t('nothingCut')}
      </p>
    </div>
  )
  return (
    <Popover trigger="click" content={content} title={t('howCounted')}>
      <Button
        type="text"
        size="small"
        icon={<InfoCircleOutlined aria-hidden />}
        aria-label={`${t('howCounted')}: ${title}`}
      />
    </Popover>
  )
}
