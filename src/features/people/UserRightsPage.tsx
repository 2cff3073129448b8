import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { RightsExplanation } from '#entities/rights/RightsExplanation.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { Card, Page } from '#ui/page/Page.tsx'
import { NotThere } from '#ui/feedback/states.tsx'

/** A page of its own, so that it can be linked or printed. */
export function UserRightsPage() {
  const { userId } = useParams()
  const id = /^[1-9]\d{0,9}$/.test(userId ?? '') ? Number(userId) : null
  return id === null ? <NotThere isPage /> : <UserRights key={id} id={id} />
}

function UserRights({ id }: { id: number }) {
  const { t } = useTranslation(['people', 'titles'])
  const { data } = peopleCalls.useExplainRightsQuery({ params: { id } })
  const mayOpen = useMay('editor|users')
  return (
    <Page
      kind="read"
      title={
        data === undefined ? t('titles:userRights') : t('rights.ofPerson', { name: data.user.name })
      }
      {...(mayOpen
        ? {
            back: {
              to: pathTo('users', undefined, { id, tab: 'rights' }),
              label: t('titles:users'),
            },
            actions: <Link to={pathTo('users', undefined, { id })}>{t('rights.openPerson')}</Link>,
          }
        : {})}
    >
      <Card>
        <RightsExplanation userId={id} />
      </Card>
    </Page>
  )
}
