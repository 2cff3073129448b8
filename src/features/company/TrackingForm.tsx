import { Form } from 'antd'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { Card, Section } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useGetTrackingSettingsQuery, useUpdateTrackingSettingsMutation } from './calls.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './company.module.css'

type Settings = Output<typeof rtls.getTrackingSettings>
type Draft = Pick<Settings, 'historyDays' | 'exponent'>

const DAYS = { min: 1, max: 3650 }
const EXPONENT = { min: 1.5, max: 6 }
const draftOf = ({ historyDays, exponent }: Settings): Draft => ({ historyDays, exponent })

export function TrackingSection() {
  const { t } = useTranslation('tracking')
  const query = useGetTrackingSettingsQuery()
  const { error, refetch } = query
  const data = answerToShow(query)
  const mayEdit = useMay('editor|devices')
  const describe = useTrackingLabels()
  return (
    <Section title={t('title')}>
      {data === undefined &&
        (error === undefined ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ))}
      {data !== undefined &&
        (mayEdit ? (
          <TrackingForm read={data} />
        ) : (
          <Card>
            <p className="quiet">{t('readOnly')}</p>
            <Facts rows={Object.values(describe(draftOf(data)))} />
          </Card>
        ))}
    </Section>
  )
}

function TrackingForm({ read }: { read: Settings }) {
  const { t } = useTranslation(['tracking', 'common'])
  const [settings, setSettings] = useState(read)
  const saved = useRef(read)
  const [update] = useUpdateTrackingSettingsMutation()
  const readNow = useFetchNow()
  const describe = useTrackingLabels()
  const { number } = useFormat()
  return (
    <EntityForm<Draft>
      key={settings.version}
      initial={draftOf(settings)}
      version={settings.version}
      submitLabel={t('save')}
      describe={describe}
      onSave={async (values, version) => {
        saved.current = await update({
          body: { ...values, version: version ?? settings.version },
        }).unwrap()
      }}
      onSaved={() => setSettings(saved.current)}
      fetchCurrent={async () => {
        const now = await readNow(rtls.getTrackingSettings, {})
        return { values: draftOf(now), version: now.version }
      }}
    >
      <Card>
        <p className="quiet">{t('hint')}</p>
        <div className={styles.formPair}>
          <Form.Item
            name="historyDays"
            label={t('historyDays')}
            extra={t('historyDaysHint')}
            rules={[
              { required: true, message: t('common:required') },
              {
                type: 'integer',
                ...DAYS,
                message: t('historyDaysLimits', { min: number(DAYS.min), max: number(DAYS.max) }),
              },
            ]}
          >
            <NumberInput className={styles.hoursNumber} />
          </Form.Item>
          <Form.Item
            name="exponent"
            label={t('exponent')}
            extra={t('exponentHint')}
            rules={[
              { required: true, message: t('common:required') },
              {
                type: 'number',
                ...EXPONENT,
                message: t('exponentLimits', {
                  min: number(EXPONENT.min),
                  max: number(EXPONENT.max),
                }),
              },
            ]}
          >
            <NumberInput className={styles.hoursNumber} step={0.1} precision={2} />
          </Form.Item>
        </div>
      </Card>
    </EntityForm>
  )
}

function useTrackingLabels(): (draft: Draft) => FieldsInWords<Draft> {
  const { t } = useTranslation('tracking')
  const { number } = useFormat()
  return ({ historyDays, exponent }) => ({
    historyDays: { label: t('historyDays'), value: number(historyDays) },
    exponent: { label: t('exponent'), value: number(exponent, { maximumFractionDigits: 2 }) },
  })
}
