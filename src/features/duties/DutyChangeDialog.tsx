import { Form, Select, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  dutyChangeKinds,
  type DutyChangeKind,
  type DutyRow,
  type DutySpanRow,
} from '#contract/duties/duties.ts'
import { instantOf, wallAt } from '#contract/timeZones/wallTime.ts'
import { dutyCalls } from '#entities/duties/calls.ts'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import styles from './duties.module.css'

/** A span that the change is about. Without one, nothing is filled in. */
export interface Begun {
  span?: DutySpanRow
}

interface Values {
  kind: DutyChangeKind
  userId: number | null
  from: string
  to: string
  withUserId: number | null
  backFrom: string
  backTo: string
}

export function DutyChangeDialog({
  row,
  begun: { span },
  onClose,
}: {
  row: DutyRow
  begun: Begun
  onClose(): void
}) {
  const { t } = useTranslation(['duties', 'common'])
  const mayEdit = useMay('editor|duties')
  const { timeZone } = useFormat()
  const ownId = useClaims()?.userId ?? null
  const [create] = dutyCalls.useCreateDutyChangeMutation()
  const wall = (instant: string) =>
    new Date(wallAt(Date.parse(instant), timeZone)).toISOString().slice(0, 16)
  const instant = (minute: string) =>
    new Date(instantOf(Date.parse(`${minute}:00Z`), timeZone)).toISOString()
  const save = ({ kind, userId, from, to, withUserId, backFrom, backTo }: Values) => {
    const given = { userId: userId ?? 0, from: instant(from), to: instant(to) }
    const params = { id: row.id }
    if (kind !== 'swap') return create({ params, body: { ...given, kind } }).unwrap()
    const back =
      backFrom === '' || backTo === '' ? null : { from: instant(backFrom), to: instant(backTo) }
    return create({ params, body: { ...given, kind, withUserId: withUserId ?? 0, back } }).unwrap()
  }
  return (
    <Dialog open title={t('changeTitle', { name: row.name })} footer={null} onCancel={onClose}>
      <EntityForm<Values>
        initial={{
          kind: mayEdit ? 'replacement' : 'swap',
          userId: mayEdit ? null : ownId,
          from: span === undefined ? '' : wall(span.from),
          to: span === undefined ? '' : wall(span.to),
          withUserId: null,
          backFrom: '',
          backTo: '',
        }}
        submitLabel={t('common:save')}
        onSave={save}
        onSaved={onClose}
        onCancel={onClose}
        refusals={{ notOnDuty: t('notOnDuty'), samePerson: t('samePerson') }}
      >
        <Fields row={row} {...(span?.person && { personId: span.person.id })} />
      </EntityForm>
    </Dialog>
  )
}

function Fields({ row, personId }: { row: DutyRow; personId?: number }) {
  const { t } = useTranslation(['duties', 'common'])
  const mayEdit = useMay('editor|duties')
  const form = Form.useFormInstance<Values>()
  const kind = Form.useWatch<DutyChangeKind | undefined>('kind') ?? 'swap'
  const required = { required: true, message: t('common:required') }
  const people = row.people.map(({ id, name }) => ({ value: Number(id), label: <bdi>{name}</bdi> }))
  const kinds = dutyChangeKinds.filter((one) => mayEdit || one !== 'replacement')
  return (
    <>
      <Form.Item name="kind" label={t('kind')} extra={t(`kindHint_${kind}`)}>
        <Segmented
          options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
          onChange={(next) => {
            if (mayEdit)
              form.setFieldValue('userId', next === 'replacement' ? null : (personId ?? null))
          }}
        />
      </Form.Item>
      {mayEdit && (
        <Form.Item
          name="userId"
          label={t(
            kind === 'replacement' ? 'whoReplaces' : kind === 'swap' ? 'whoGives' : 'whoAbsent',
          )}
          rules={[required]}
        >
          {kind === 'replacement' ? (
            <UserPicker label={t('person')} />
          ) : (
            <Select options={people} aria-label={t('person')} />
          )}
        </Form.Item>
      )}
      <Span from="from" to="to" isRequired />
      {kind === 'swap' && (
        <>
          <Form.Item name="withUserId" label={t('whoTakes')} rules={[required]}>
            <UserPicker label={t('person')} />
          </Form.Item>
          <p className="quiet">{t('backHint')}</p>
          <Span from="backFrom" to="backTo" />
        </>
      )}
    </>
  )
}

function Span({
  from,
  to,
  isRequired = false,
}: {
  from: 'from' | 'backFrom'
  to: 'to' | 'backTo'
  isRequired?: boolean
}) {
  const { t } = useTranslation(['duties', 'common'])
  const rules = isRequired ? [{ required: true, message: t('common:required') }] : []
  return (
    <div className={styles.pair}>
      <Form.Item name={from} label={t(from)} rules={rules}>
        <MomentField kind="minute" isWide />
      </Form.Item>
      <Form.Item
        name={to}
        label={t(to)}
        dependencies={[from]}
        rules={[
          ...rules,
          ({ getFieldValue }) => ({
            validator: (_, end: string) =>
              end !== '' && end <= String(getFieldValue(from) ?? '')
                ? Promise.reject(new Error(t('endsBefore')))
                : Promise.resolve(),
          }),
        ]}
      >
        <MomentField kind="minute" isWide />
      </Form.Item>
    </div>
  )
}
