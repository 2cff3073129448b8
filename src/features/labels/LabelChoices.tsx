import { Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  labelCodes,
  labelSizes,
  labelsOnSheet,
  type LabelCode,
  type LabelSize,
} from '#contract/rules/labels.ts'
import type { labelsAddress } from '#entities/labels/labelsAddress.ts'
import type { AddressValues } from '#lib/addressState.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import { lacks, type CodedLabel } from './labelCode.ts'
import styles from './labels.module.css'

type State = AddressValues<typeof labelsAddress>

export interface ChoiceProps {
  state: State
  change(values: Partial<State>): void
  labels: readonly CodedLabel[]
}

export function LabelChoices({
  state,
  change,
  labels,
  children,
}: ChoiceProps & { children: ReactNode }) {
  const { t } = useTranslation('labels')
  const onSheet = labelsOnSheet(state.size)
  return (
    <div className={styles.choices}>
      <label>
        <span>{t('size')}</span>
        <Select<LabelSize>
          value={state.size}
          onChange={(size) => change({ size, from: 1 })}
          options={labelSizes.map((value) => ({ value, label: t(`sizeOf.${value}`) }))}
          popupMatchSelectWidth={false}
        />
      </label>
      <label>
        <span>{t('code')}</span>
        <Select<LabelCode>
          value={state.code}
          onChange={(code) => change({ code })}
          options={labelCodes.map((value) => ({ value, label: t(`codeOf.${value}`) }))}
          popupMatchSelectWidth={false}
        />
        <span className="quiet">{t(`codeHint.${state.code}`)}</span>
      </label>
      <WithoutBars labels={labels} />
      {onSheet > 1 && (
        <label>
          <span>{t('from')}</span>
          <NeededNumber
            min={1}
            max={onSheet}
            precision={0}
            value={Math.min(state.from, onSheet)}
            onChange={(from) => change({ from })}
          />
          <span className="quiet">{t('fromHint', { n: onSheet })}</span>
        </label>
      )}
      {state.of === 'locations' && state.place.length === 1 && (
        <Checkbox
          checked={state.alone}
          onChange={({ target }) => change({ alone: target.checked, part: 1 })}
        >
          {t('alone')}
        </Checkbox>
      )}
      {children}
    </div>
  )
}

function WithoutBars({ labels }: { labels: readonly CodedLabel[] }) {
  const { t } = useTranslation('labels')
  const counts = lacks
    .map((lack) => ({ lack, count: labels.filter((label) => label.lack === lack).length }))
    .filter(({ count }) => count > 0)
  if (counts.length === 0) return null
  return (
    <div role="status">
      {counts.map(({ lack, count }) => (
        <p key={lack}>{t(`lack.${lack}`, { count })}</p>
      ))}
    </div>
  )
}
