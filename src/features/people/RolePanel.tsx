import { LockOutlined } from '@ant-design/icons'
import { Form, Input } from 'antd'
import type { Translate } from '#lib/i18n/translate.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ADMINISTRATOR,
  permissionGroups,
  type PermissionGroup,
} from '#contract/people/permissions.ts'
import { people } from '#contract/people/people.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { NamesakesOfForm } from '#entities/namesakes/Namesakes.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { DeleteRole } from './DeleteRole.tsx'
import { GroupsField } from './GroupsField.tsx'
import { useRoleHandOver } from './useRoleHandOver.ts'
import type { RoleRow } from './roleRow.ts'
import styles from './people.module.css'

interface PanelProps {
  row: RoleRow | undefined
  tab: string
  onTab(tab: string): void
  onClose(): void
}
interface RoleValues {
  name: string
  permissions: PermissionGroup[]
}

export function RolePanel({ row, tab, onTab, onClose }: PanelProps) {
  const { t } = useTranslation(['people', 'titles'])
  if (row === undefined)
    return (
      <DetailPanel title={t('role.add')} onClose={onClose}>
        <RoleForm onDone={onClose} />
      </DetailPanel>
    )
  const isLocked = row.key === ADMINISTRATOR
  return (
    <DetailPanel
      over={t('titles:roles')}
      title={<bdi>{row.name}</bdi>}
      onClose={onClose}
      actions={isLocked ? undefined : <DeleteRole row={row} onDeleted={onClose} />}
      tab={tab}
      onTab={onTab}
      tabs={[
        { key: 'facts', label: t('tab.rights'), content: <RoleForm row={row} onDone={onClose} /> },
        {
          key: 'journal',
          label: t('tab.journal'),
          content: <Journal entity="role" entityId={row.id} />,
        },
      ]}
    />
  )
}

function RoleForm({ row, onDone }: { row?: RoleRow; onDone(): void }) {
  const { t } = useTranslation(['people', 'common'])
  const [create] = peopleCalls.useCreateRoleMutation()
  const [update] = peopleCalls.useUpdateRoleMutation()
  const readNow = useFetchNow()
  const isLocked = row?.key === ADMINISTRATOR
  const handOver = useRoleHandOver()
  const tickets = useRef<{ ticketsTo?: number | null }>({})
  async function askForTickets(role: RoleRow, permissions: PermissionGroup[]): Promise<boolean> {
    tickets.current = {}
    const answer = await handOver.ask(role, permissions)
    tickets.current = answer ?? {}
    return answer !== null
  }
  const save = ({ name, permissions }: RoleValues, version: number | undefined) =>
    row === undefined || version === undefined
      ? create({ body: { name, permissions } }).unwrap()
      : update({
          params: { id: row.id },
          body: { name, version, ...(isLocked ? {} : { permissions, ...tickets.current }) },
        }).unwrap()
  return (
    <EntityForm<RoleValues>
      initial={valuesOf(row)}
      {...(row === undefined ? {} : { version: row.version })}
      {...(row !== undefined &&
        !isLocked && {
          beforeSave: ({ permissions }: RoleValues) => askForTickets(row, permissions),
        })}
      onSave={save}
      onSaved={onDone}
      onCancel={onDone}
      submitLabel={row === undefined ? t('common:create') : t('common:save')}
      describe={describer(t)}
      fetchCurrent={async () => {
        const now = (
          await readNow(people.listRoles, {
            body: { ids: row === undefined ? [] : [row.id], limit: 1 },
          })
        ).rows.find((one) => one.id === row?.id)
        return now && { values: valuesOf(now), version: now.version }
      }}
    >
      {isLocked && (
        <p className={styles.roleLocked} role="note">
          <LockOutlined aria-hidden />
          {t('role.locked')}
        </p>
      )}
      <Form.Item
        name="name"
        label={t('common:name')}
        extra={<NamesakesOfForm kind="role" exceptId={row?.id} />}
        rules={[
          { required: true, whitespace: true, message: t('common:required') },
          { max: 200, message: t('common:tooLong', { max: 200 }) },
        ]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item name="permissions" label={t('role.rights')}>
        <GroupsField isLocked={isLocked} had={row?.permissions ?? []} />
      </Form.Item>
      {handOver.dialog}
    </EntityForm>
  )
}

function valuesOf(row: RoleRow | undefined): RoleValues {
  return {
    name: row?.name ?? '',
    permissions: row?.key === ADMINISTRATOR ? [...permissionGroups] : [...(row?.permissions ?? [])],
  }
}

function describer(t: Translate<['people', 'common']>) {
  return (values: RoleValues): FieldsInWords<RoleValues> => ({
    name: { label: t('common:name'), value: <bdi>{values.name}</bdi> },
    permissions: {
      label: t('role.rights'),
      value: values.permissions.map((group) => t(`group.${group}`)).join(', '),
    },
  })
}
