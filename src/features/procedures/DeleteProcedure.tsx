import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { references } from '#contract/journal/references.ts'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import { injectContract } from '#api/api.ts'
import { pathTo } from '#lib/paths.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { DeleteButton, DeleteDialog } from '#ui/dialog/DeleteDialog.tsx'
import { Remaining } from '#ui/page/marks.tsx'

const referenceCalls = injectContract(references)
const SHOWN = 8

interface Props {
  procedure: ProcedureDetail
  onDeleted(): void
}

export const DeleteProcedure = (props: Props) => (
  <DeleteButton>{(close) => <Dialog {...props} onClose={close} />}</DeleteButton>
)

function Dialog({ procedure, onClose, onDeleted }: Props & { onClose(): void }) {
  const { t } = useTranslation('procedures')
  const answer = referenceCalls.useListReferencesQuery(
    { body: { kind: 'procedure', id: procedure.id, by: 'automation', limit: 500 } },
    { refetchOnMountOrArgChange: true },
  )
  const { data: uses } = answer
  const [remove, { isLoading }] = procedureCalls.useDeleteProcedureMutation()
  const own = new Set(procedure.triggeredEvents.map(({ id }): number => id))
  const rules = uses?.rows.filter(({ id }) => !own.has(id)) ?? []
  const ruleCount = rules.length + (uses === undefined ? 0 : uses.count - uses.rows.length)

  async function handleDelete(): Promise<void> {
    const { error } = await remove({ params: { id: procedure.id } })
    if (error === undefined) onDeleted() // a toast shows the refusal; the dialog stays open
  }
  return (
    <DeleteDialog
      name={procedure.name}
      isBusy={isLoading}
      uses={answer}
      onDelete={handleDelete}
      onClose={onClose}
    >
      {uses !== undefined && (
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
    </DeleteDialog>
  )
}
