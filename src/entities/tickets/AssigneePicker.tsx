import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import { assignments } from '#contract/rrules/assignments.ts'
import { refusesAssignee } from '#contract/rules/refusesAssignee.ts'
import { injectContract } from '#api/api.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './AssigneePicker.module.css'
import { Picker, optionsOf, type Option, type UseOptions } from '#entities/pickers/Picker.tsx'

const { useListAssigneesQuery } = injectContract(assignments)
type Assignee = Output<typeof assignments.listAssignees>['rows'][number]

interface Props {
  /** Where the ticket is. */
  equipmentId: number | null
  locationId: number | null
  value?: number | null
  onChange?(value: number | null): void
  /** Set by the form item of a labelled field. */
  id?: string
  label?: string
  size?: 'small'
  disabled?: boolean
  known?: readonly { id: number; name: string }[]
}

/** Offers those who can work on the ticket first, and says why others cannot. */
export function AssigneePicker({ equipmentId, locationId, label, ...props }: Props) {
  const { t } = useTranslation(['tickets', 'entities'])
  const format = useFormat()
  const place = { equipmentId, locationId }
  const words = ({ load, reasons }: Assignee): string => {
    const refusing = reasons.filter(refusesAssignee)
    const said = refusing.length > 0 ? refusing : reasons
    return said.length === 0
      ? t('assignment.load', { count: load })
      : format.list(said.map((reason) => t(`assignment.reason_${reason}`)))
  }
  const offered = (rows: readonly Assignee[]): Option[] =>
    rows.map((row) => ({
      value: row.id,
      text: row.name,
      chosenLabel: <bdi>{row.name}</bdi>,
      isBarred: row.reasons.some(refusesAssignee),
      label: (
        <span className={styles.assignee}>
          <bdi>{row.name}</bdi> <span className="quiet">· {words(row)}</span>
        </span>
      ),
    }))
  const useOptions: UseOptions = (search, chosen, isWanted) => {
    const found = useListAssigneesQuery(
      { body: { ...place, limit: 30, ...(search !== '' && { search }) } },
      { skip: !isWanted },
    )
    const named = useListAssigneesQuery(
      { body: { ...place, ids: [...chosen], limit: 1 } },
      { skip: chosen.length === 0 },
    )
    return optionsOf(found, named, offered)
  }
  return <Picker {...props} label={label ?? t('entities:person')} useOptions={useOptions} />
}
