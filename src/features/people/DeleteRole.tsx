import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathTo } from '#lib/paths.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { RolePicker } from '#entities/pickers/pickers.tsx'
import { PersonName, Remaining } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'
import type { RoleRow } from './roleRow.ts'
import { useRoleHandOver } from './useRoleHandOver.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './people.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

const SHOWN = 8

/**
 * The server refuses to delete a role in use unless a replacement is given; the refusal names its
 * users.
 */
export function DeleteRole({ row, onDeleted }: { row: RoleRow; onDeleted(): void }) {
  const { t } = useTranslation(['people', 'common'])
  const confirmDelete = useConfirmDelete()
  const [remove, { isLoading }] = peopleCalls.useDeleteRoleMutation()
  const [isRefused, setIsRefused] = useState(false)
  async function handleDelete(): Promise<void> {
    if (row.usedBy > 0) return setIsRefused(true)
    if (!(await confirmDelete(row.name, t('role.deleteHint')))) return
    const answer = await remove({ params: { id: row.id } })
    if (answer.error === undefined) onDeleted()
  }
  return (
    <>
      <Button
        danger
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        loading={isLoading}
        onClick={() => void handleDelete()}
      >
        {t('common:delete')}
      </Button>
      {isRefused && <InUse row={row} onClose={() => setIsRefused(false)} onDeleted={onDeleted} />}
    </>
  )
}

function InUse({ row, onClose, onDeleted }: { row: RoleRow; onClose(): void; onDeleted(): void }) {
  const { t } = useTranslation(['people', 'common'])
  const [by, setBy] = useState<number | null>(null)
  const [replace, { isLoading }] = peopleCalls.useReplaceRoleMutation()
  const [readRoles] = peopleCalls.useLazyListRolesQuery()
  const handOver = useRoleHandOver()
  async function handleReplace(): Promise<void> {
    if (by === null) return
    const { rows } = await readRoles({ body: { ids: [by], limit: 1 } }).unwrap()
    const tickets = await handOver.ask(row, rows[0]?.permissions ?? [])
    if (tickets === null) return
    const answer = await replace({ params: { id: row.id }, body: { by, ...tickets } })
    if (answer.error !== undefined) return
    onClose()
    onDeleted()
  }
  const query = peopleCalls.useListUsersQuery({
    body: { limit: SHOWN, sort: 'name', roleIds: [row.id] },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <>
      <Dialog
        open
        title={t('role.inUseTitle', { name: row.name })}
        onCancel={onClose}
        footer={[
          <Button key="close" onClick={onClose}>
            {t('common:close')}
          </Button>,
          <LinkButton key="show" to={pathTo('users', undefined, { role: row.id })}>
            {t('role.show')}
          </LinkButton>,
          <Button
            key="replace"
            type="primary"
            danger
            loading={isLoading}
            disabled={by === null || by === row.id}
            onClick={() => void handleReplace()}
          >
            {t('role.replace')}
          </Button>,
        ]}
      >
        <p>{t('role.inUse', { count: row.usedBy })}</p>
        {data === undefined ? (
          error === undefined ? (
            <LoadingState rows={2} />
          ) : (
            <ErrorState failure={error} onRetry={() => void refetch()} />
          )
        ) : (
          <ul className={styles.inUse}>
            {data.rows.map((person) => (
              <li key={person.id}>
                <PersonName person={person} />
              </li>
            ))}
            <Remaining count={data.count - data.rows.length} />
          </ul>
        )}
        <p>{t('role.replaceHint')}</p>
        <RolePicker
          label={t('role.replaceBy')}
          value={by}
          onChange={(next: number | null) => setBy(next)}
        />
      </Dialog>
      {handOver.dialog}
    </>
  )
}
