import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OwnAccount } from '#contract/auth/account.ts'
import { pathTo } from '#lib/paths.ts'
import { RightsExplanation } from '#entities/rights/RightsExplanation.tsx'
import { offsetText } from '#contract/rules/zoneText.ts'
import { useSessionContext } from '#entities/session/useSession.ts'
import { changeLanguage, currentLanguage } from '#lib/i18n/i18n.ts'
import { saveLanguage } from '#lib/i18n/storedLanguage.ts'
import { languageNames, languages, type Language } from '#lib/i18n/languages.ts'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { Card, Page, Section } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { CompanyList } from './CompanyList.tsx'
import { AvailabilityForm } from './AvailabilityForm.tsx'
import { useGetAccountQuery, useSetLanguageMutation } from './calls.ts'
import { ContactList } from './ContactList.tsx'
import { FactsForm } from './FactsForm.tsx'
import { OwnData } from './OwnData.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PushAlerts } from './push/PushAlerts.tsx'
import { SecuritySection } from './security/SecuritySection.tsx'
import { SessionList } from './SessionList.tsx'
import { MailAlerts } from './MailAlerts.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './account.module.css'

export function AccountPage() {
  const { t } = useTranslation(['account', 'titles', 'secondStep'])
  const query = useGetAccountQuery()
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <Page title={t('titles:account')} kind="read">
      {data === undefined &&
        (error === undefined ? (
          <LoadingState rows={10} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ))}
      {data !== undefined && (
        <div className={styles.account}>
          <Section title={t('about')}>
            <Card>
              <FactsForm account={data} />
              <ContactList account={data} />
              <AccountFacts account={data} />
            </Card>
          </Section>
          <Section title={t('language')}>
            <Card>
              <LanguageChoice />
            </Card>
          </Section>
          <Section title={t('told')}>
            <Card>
              <MailAlerts account={data} />
              <PushAlerts />
            </Card>
          </Section>
          <Section title={t('availability')}>
            <Card>
              <AvailabilityForm account={data} />
            </Card>
          </Section>
          <Section title={t('password')}>
            <Card>
              <PasswordForm account={data} />
            </Card>
          </Section>
          <Section title={t('secondStep:section')}>
            <Card>
              <SecuritySection />
            </Card>
          </Section>
          <Section title={t('companies')}>
            <Card>
              <CompanyList />
            </Card>
          </Section>
          <Section title={t('sessions')}>
            <Card>
              <SessionList sessions={data.sessions} />
            </Card>
          </Section>
          <Section title={t('ownData')}>
            <Card>
              <OwnData />
            </Card>
          </Section>
          <Section title={t('rights')}>
            <Card>
              <RightsExplanation userId={data.id} />
            </Card>
          </Section>
        </div>
      )}
    </Page>
  )
}

function AccountFacts({ account }: { account: OwnAccount }) {
  const { t } = useTranslation(['account', 'common', 'titles'])
  const session = useSessionContext()
  const company = account.sessions.find(({ isThis }) => isThis)?.company
  return (
    <Facts
      rows={[
        {
          label: t('roles'),
          value:
            account.roles.length === 0 ? (
              <span className="quiet">{t('common:none')}</span>
            ) : (
              <bdi>{account.roles.join(', ')}</bdi>
            ),
        },
        ...(company === undefined
          ? []
          : [
              {
                label: t('common:company'),
                value: (
                  <Link to={pathTo('companySettings')}>
                    <bdi>{company}</bdi>
                  </Link>
                ),
              },
            ]),
        ...(session === null
          ? []
          : [
              {
                label: t('timezone'),
                value: (
                  <>
                    <bdi>{session.timezone.tz}</bdi>{' '}
                    <bdi dir="ltr" className="quiet">
                      {offsetText(session.timezone.offset)}
                    </bdi>
                  </>
                ),
              },
            ]),
      ]}
    />
  )
}

function LanguageChoice() {
  const { t } = useTranslation('account')
  const [setLanguage] = useSetLanguageMutation()
  async function choose(language: Language): Promise<void> {
    saveLanguage(language)
    await changeLanguage(language)
    await setLanguage({ body: { language } })
  }
  return (
    <>
      <Select<Language>
        className={styles.accountLanguage}
        aria-label={t('language')}
        value={currentLanguage()}
        onChange={(language) => void choose(language)}
        options={languages.map((one) => ({
          value: one,
          label: <span lang={one}>{languageNames[one]}</span>,
        }))}
      />
      <p className="quiet">{t('languageHint')}</p>
    </>
  )
}
