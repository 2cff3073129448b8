import { DownloadOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { printerResolutions, type PrinterResolution } from '#contract/rules/labels.ts'
import { ProgressJob } from '#ui/feedback/ProgressJob.tsx'
import type { ChoiceProps } from './LabelChoices.tsx'
import styles from './labels.module.css'
import { useLabelFile } from './useLabelFile.ts'

interface Props extends ChoiceProps {
  onSaved(): void
}

export function LabelFile({ state, change, labels, onSaved }: Props) {
  const { t } = useTranslation('labels')
  const { drawn, hasFailed, save, cancel } = useLabelFile()
  return (
    <fieldset className={styles.file}>
      <legend>{t('zpl')}</legend>
      <label>
        <span>{t('dpi')}</span>
        <Select<PrinterResolution>
          value={state.dpi}
          onChange={(dpi) => change({ dpi })}
          options={printerResolutions.map((value) => ({
            value,
            label: t('dpiOf', { dpi: value }),
          }))}
        />
      </label>
      {drawn === null ? (
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void save(labels, state.size, state.dpi).then(onSaved)}
        >
          {t('saveZpl')}
        </Button>
      ) : (
        <ProgressJob label={t('saveZpl')} done={drawn} total={labels.length} onCancel={cancel} />
      )}
      {hasFailed && <p role="alert">{t('zplFailed')}</p>}
      <span className="quiet">{t('zplHint')}</span>
    </fieldset>
  )
}
