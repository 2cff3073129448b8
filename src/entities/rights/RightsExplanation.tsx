/** What a person may see and do, and the flag, type or role behind it. The server decides. */
import { useTranslation } from 'react-i18next'
import { Section } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { peopleCalls } from '#entities/calls/people.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { AskThing } from './AskThing.tsx'
import { GivenGroups } from './GivenGroups.tsx'
import { OpenPlaces } from './OpenPlaces.tsx'
import { AccessScopeList } from './AccessScopeList.tsx'
import styles from './rights.module.css'

export function RightsExplanation({ userId }: { userId: number }) {
  const { t } = useTranslation('people')
  const { data, error, refetch } = peopleCalls.useExplainRightsQuery({ params: { id: userId } })
  const claims = useClaims()
  const mayOpenRoles = useMay('editor|users')
  if (data === undefined)
    return error === undefined ? (
      <LoadingState />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  const isSelf = claims?.userId === userId
  // Links only if the reader sees the same rows that are counted.
  const opens = {
    equipment: isSelf || claims?.ae === true,
    location: isSelf || claims?.al === true,
    procedure: isSelf || claims?.ap === true,
  }
  return (
    <div className={styles.rights}>
      {data.user.state === 'inactive' && (
        <p className={styles.rightsNote} role="note">
          {t('rights.inactive')}
        </p>
      )}
      <Section title={t('rights.sees')}>
        <ul className={styles.rightsList}>
          <AccessScopeList kind="equipment" accessScope={data.equipment} opens={opens.equipment} />
          <AccessScopeList kind="location" accessScope={data.locations} opens={opens.location} />
          <AccessScopeList kind="procedure" accessScope={data.procedures} opens={opens.procedure} />
        </ul>
      </Section>
      <Section title={isSelf ? t('rights.askSelf') : t('rights.ask')}>
        <AskThing userId={userId} />
      </Section>
      <Section title={t('rights.does')}>
        <GivenGroups permissions={data.permissions} mayOpenRoles={mayOpenRoles} />
      </Section>
      <Section title={t('rights.screens')}>
        <OpenPlaces permissions={data.permissions} mayOpenRoles={mayOpenRoles} />
      </Section>
    </div>
  )
}
