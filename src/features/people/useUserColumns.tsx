import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import type { Output } from '#contract/endpoint.ts'
import type { people, UserState } from '#contract/people/people.ts'
import { AvailabilityMark } from '#entities/availability/AvailabilityField.tsx'
import type { Column } from '#ui/list/EntityTable.tsx'
import { PersonName, StatusTag, When } from '#ui/page/marks.tsx'

type Row = Output<typeof people.listUsers>['rows'][number]

export function useUserColumns(isBesidePanel: boolean): Column<Row>[] {
  const { t } = useTranslation(['people', 'common'])
  const columns: Column<Row>[] = [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) => <PersonName person={row} />,
    },
    {
      key: 'email',
      title: t('field.email'),
      sortable: true,
      render: (row) => <bdi className="quiet">{row.email}</bdi>,
    },
    { key: 'roles', title: t('field.roles'), render: (row) => <RoleNames roles={row.roles} /> },
    {
      key: 'state',
      title: t('states'),
      phone: 'aside',
      render: (row) => <UserStateTag state={row.state} />,
    },
    {
      key: 'availability',
      title: t('field.availability'),
      phone: 'hidden',
      render: (row) =>
        row.availability.kind === 'none' ? (
          <span className="quiet">—</span>
        ) : (
          <AvailabilityMark availability={row.availability} />
        ),
    },
    {
      key: 'lastSignInAt',
      title: t('field.lastSignIn'),
      sortable: true,
      phone: 'hidden',
      render: (row) => (
        <span className="quiet">
          <When at={row.lastSignInAt} />
        </span>
      ),
    },
  ]
  return isBesidePanel
    ? columns.filter(({ key }) => ['name', 'roles', 'state'].includes(key))
    : columns
}

export function RoleNames({ roles }: { roles: Row['roles'] }) {
  if (roles.length === 0) return <span className="quiet">—</span>
  return roles.map((role, index) => (
    <span key={role.id}>
      {index > 0 && ' · '}
      <bdi>{role.name}</bdi>
    </span>
  ))
}

const stateColours: Record<UserState, Colour> = {
  active: 'green',
  invited: 'blue',
  inactive: 'orange',
}

export function UserStateTag({ state }: { state: UserState }) {
  const { t } = useTranslation('people')
  return <StatusTag status={{ name: t(`state.${state}`), colour: stateColours[state] }} />
}
