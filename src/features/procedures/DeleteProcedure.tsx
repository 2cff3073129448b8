/** Taking a procedure away for good: first what goes with it, and what would be without it. */
import { DeleteOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { references } from '#contract/references'
import type { ProcedureDetail } from '#contract/procedures'
import { injectContract } from '../../api/api.ts'
import { pathTo } from '../../lib/paths.ts'
import { procedureCalls } from '../../entities/calls.ts'
import { Remaining } from '../../ui/marks.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'

const referenceCalls = injectContract(references)
const SHOWN = 8

export function DeleteProcedure({
  procedure,
  onDeleted,
}: {
  procedure: ProcedureDetail
  onDeleted: () => void
}) {
  const { t } = useTranslation('common')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        danger
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('delete')}
      </Button>
      {isOpen && (
        <DeleteDialog
          procedure={procedure}
          onClose={() => setIsOpen(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}

function DeleteDialog({
  procedure,
  onClose,
  onDeleted,
}: {
  procedure: ProcedureDetail
  onClose: () => void
  onDeleted: () => void
}) {
  const { t } = useTranslation(['procedures', 'common'])
  const {
    data: uses,
    error,
    refetch,
  } = referenceCalls.useListReferencesQuery(
    { body: { kind: 'procedure', id: procedure.id, by: 'automation', limit: 500 } },
    { refetchOnMountOrArgChange: true },
  )
  const [remove, { isLoading }] = procedureCalls.useDeleteProcedureMutation()
  const own = new Set(procedure.triggeredEvents.map(({ id }): number => id))
  const rules = uses?.rows.filter(({ id }) => !own.has(id)) ?? []
  const ruleCount = rules.length + (uses === undefined ? 0 : uses.count - uses.rows.length)

  async function handleDelete(): Promise<void> {
    const answer = await remove({ params: { id: procedure.id } })
    if (answer.error === undefined) onDeleted() // a refusal is in the toast, and the question stays
  }
  return (
    <Modal
      open
      title={t('common:confirmDelete', { name: procedure.name })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="delete"
          type="primary"
          danger
          loading={isLoading}
          disabled={uses === undefined}
          onClick={() => void handleDelete()}
        >
          {t('common:delete')}
        </Button>,
      ]}
    >
      {uses === undefined ? (
        error === undefined ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <p>{t('remove.hint')}</p>
          {own.size > 0 && <p>{t('remove.ownAutomations', { count: own.size })}</p>}
          {rules.length > 0 && (
            <>
              <p>{t('remove.reviews', { count: ruleCount })}</p>
              <ul>
                {rules.slice(0, SHOWN).map(({ id, name }) => (
                  <li key={id}>
                    <Link to={pathTo('automation', { automationId: id })} target="_blank">
                      <bdi>{name === '' ? `#${id}` : name}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
              <Remaining count={ruleCount - Math.min(SHOWN, rules.length)} />
            </>
          )}
        </>
      )}
    </Modal>
  )
}
