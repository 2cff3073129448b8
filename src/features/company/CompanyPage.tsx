import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { companies, type CompanySettings } from '#contract/company/company.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { pathTo } from '#lib/paths.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { toRows } from '#ui/dialog/conflict.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { Card, Page, Section } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useGetCompanyQuery, useUpdateCompanyMutation } from './calls.ts'
import { changesOf, draftOf, type CompanyDraft } from './companyDraft.ts'
import { DomainsSection } from './DomainsSection.tsx'
import { PushSection } from './PushSection.tsx'
import { WorkSection } from './WorkSection.tsx'
import {
  GeneralSection,
  RoomsSection,
  SignInSection,
  TargetsSection,
  WorkingTimeSection,
} from './sections.tsx'
import { TrackingSection } from './TrackingForm.tsx'
import { useCompanyLabels } from './useCompanyLabels.tsx'
import { WeekStrip } from './WeekStrip.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './company.module.css'

export function CompanyPage() {
  const { t } = useTranslation(['company', 'titles', 'entities'])
  const query = useGetCompanyQuery()
  const { error, refetch } = query
  const data = answerToShow(query)
  const mayEdit = useMay('editor|company')
  const mayManage = useMay('editor|management')
  const mayReadJournal = useMay('viewer|journal')
  return (
    <Page
      title={t('titles:companySettings')}
      kind="read"
      back={
        mayManage || mayEdit
          ? { to: pathTo('management'), label: t('titles:management') }
          : { to: pathTo('account'), label: t('titles:account') }
      }
    >
      {data === undefined &&
        (error === undefined ? (
          <LoadingState rows={10} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ))}
      {data !== undefined && (
        <div className={styles.company}>
          {mayEdit ? <CompanyForm read={data} /> : <CompanyFacts settings={data} />}
          {mayEdit && <DomainsSection />}
          <TrackingSection />
          {mayReadJournal && (
            <Section title={t('titles:journal')}>
              <Card>
                <Journal entity="company" entityId={data.id} />
              </Card>
            </Section>
          )}
        </div>
      )}
    </Page>
  )
}

/** `read`: the settings at the opening. Later events wait until the save, to keep the input. */
function CompanyForm({ read }: { read: CompanySettings }) {
  const { t } = useTranslation(['company', 'common'])
  const [settings, setSettings] = useState(read)
  const [update] = useUpdateCompanyMutation()
  const readNow = useFetchNow()
  const describe = useCompanyLabels()
  const saved = useRef(read)
  return (
    <EntityForm<CompanyDraft>
      key={settings.version}
      initial={draftOf(settings)}
      version={settings.version}
      submitLabel={t('common:save')}
      describe={describe}
      refusals={{
        proveProviderFirst: t('onlyProviderProve'),
        noProvider: t('onlyProviderNone'),
        notConfigured: t('noProviders'),
        notAPicture: t('logoNotAPicture'),
      }}
      onSave={async (values, version) => {
        saved.current = await update({
          body: { ...changesOf(values, settings), version: version ?? settings.version },
        }).unwrap()
      }}
      onSaved={() => setSettings(saved.current)}
      fetchCurrent={async () => {
        const now = await readNow(companies.getCompany, {})
        return { values: draftOf(now), version: now.version }
      }}
    >
      <GeneralSection />
      <WorkingTimeSection />
      <RoomsSection />
      <TargetsSection />
      <WorkSection />
      <PushSection />
      <SignInSection settings={settings} />
    </EntityForm>
  )
}

function CompanyFacts({ settings }: { settings: CompanySettings }) {
  const { t } = useTranslation('company')
  const describe = useCompanyLabels()
  const { weekStart } = useFormat()
  const { shifts, workingHours } = settings
  return (
    <Section title={t('general')}>
      <Card>
        <p className="quiet">{t('readOnly')}</p>
        <Facts rows={toRows(describe(draftOf(settings)))} />
        {(shifts.length > 0 || workingHours.length > 0) && (
          <WeekStrip
            shifts={shifts}
            workingHours={workingHours}
            weekStart={settings.weekStart ?? weekStart}
          />
        )}
      </Card>
    </Section>
  )
}
