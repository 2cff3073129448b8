import { Form, Input, Select, Switch } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelReports, type ReportSettings } from '#contract/labelReports.ts'
import { isPhone, shownNames } from '#contract/rules/labelReports.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { labelCalls } from '#entities/labels/calls.ts'
import { LocationTypePicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Card, Page, Section } from '#ui/page/Page.tsx'
import { ProblemsField } from './ProblemsField.tsx'
import { useSettingsLabels } from './useSettingsLabels.tsx'

type Read = ReportSettings & { version: number }

const draftOf = ({ version: _version, ...settings }: Read): ReportSettings => settings

export function ReportSettingsPage() {
  const { t } = useTranslation('titles')
  const mayEdit = useMay('editor|company')
  const query = labelCalls.useGetReportSettingsQuery(undefined, { skip: !mayEdit })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (!mayEdit) return <NoRight />
  return (
    <Page
      title={t('labelReports')}
      kind="read"
      back={{ to: pathTo('management'), label: t('management') }}
    >
      {data === undefined ? (
        error === undefined ? (
          <LoadingState rows={8} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <SettingsForm read={data} />
      )}
    </Page>
  )
}

function SettingsForm({ read }: { read: Read }) {
  const { t } = useTranslation(['labelReports', 'common'])
  const [settings, setSettings] = useState(read)
  const saved = useRef(read)
  const [update] = labelCalls.useSetReportSettingsMutation()
  const readNow = useFetchNow()
  const describe = useSettingsLabels()
  return (
    <EntityForm<ReportSettings>
      key={settings.version}
      initial={draftOf(settings)}
      version={settings.version}
      submitLabel={t('common:save')}
      describe={describe}
      refusals={{ required: t('needsProblem') }}
      onSave={async (values, version) => {
        saved.current = await update({
          body: { ...draftOf(settings), ...values, version: version ?? settings.version },
        }).unwrap()
      }}
      onSaved={() => setSettings(saved.current)}
      fetchCurrent={async () => {
        const now = await readNow(labelReports.getReportSettings, {})
        return { values: draftOf(now), version: now.version }
      }}
    >
      <Section title={t('general')}>
        <Card>
          <p className="quiet">{t('hint')}</p>
          <Form.Item name="isOn" label={t('isOn')} valuePropName="checked" extra={t('isOnHint')}>
            <Switch />
          </Form.Item>
          <Form.Item name="locationTypeIds" label={t('kinds')} extra={t('kindsHint')}>
            <LocationTypePicker multiple label={t('kinds')} />
          </Form.Item>
          <Form.Item name="shows" label={t('shows')} extra={t('showsHint')}>
            <Select
              options={shownNames.map((value) => ({ value, label: t(`showsOf.${value}`) }))}
            />
          </Form.Item>
          <Form.Item
            name="receiver"
            label={t('receiver')}
            extra={t('receiverHint')}
            rules={[{ max: 120, message: t('common:tooLong', { max: 120 }) }]}
          >
            <Input dir="auto" autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="phone"
            label={t('phone')}
            extra={t('phoneHint')}
            rules={[
              { max: 40, message: t('common:tooLong', { max: 40 }) },
              {
                validator: (_rule, phone: string) =>
                  phone === '' || isPhone(phone)
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('phoneWrong'))),
              },
            ]}
          >
            <Input type="tel" dir="ltr" autoComplete="off" />
          </Form.Item>
          <Form.Item
            noStyle
            shouldUpdate={(before: ReportSettings, after: ReportSettings) =>
              before.isOn !== after.isOn || before.phone !== after.phone
            }
          >
            {({ getFieldsValue }: { getFieldsValue(): Partial<ReportSettings> }) => {
              const { isOn, phone } = getFieldsValue()
              return isOn === true && phone === '' ? <p role="status">{t('noPhone')}</p> : null
            }}
          </Form.Item>
        </Card>
      </Section>
      <Section title={t('problems')}>
        <Card>
          <p className="quiet">{t('problemsHint')}</p>
          <Form.Item name="problems">
            <ProblemsField />
          </Form.Item>
        </Card>
      </Section>
    </EntityForm>
  )
}
