import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ticketActionKinds } from '#contract/automation/automation.ts'
import { actionKinds, freshAction, type ActionKind } from '#contract/automation/actions.ts'
import { filterKinds, filterKindsOf, freshFilter } from '#contract/automation/filters.ts'
import { useWorkDays } from '#entities/workingTime/useWorkDays.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import type { SentenceDraft } from './sentenceDraft.ts'
import styles from '../automations.module.css'

const most = 20
const isTicketKind = (kind: ActionKind): boolean => ticketActionKinds.some((one) => one === kind)

interface Props {
  draft: SentenceDraft
  version: 'plain' | 'ticket'
  onChange: (draft: SentenceDraft) => void
}

export function AddClause({ draft, version, onChange }: Props) {
  const { t } = useTranslation('automations')
  const confirm = useConfirm()
  const { workDays } = useWorkDays()
  const conditions = filterKindsOf(draft.event.kind)
    .filter((kind) => kind !== 'objects')
    .map((key) => ({ key, label: t(`filterName.${key}`) }))
  const others = actionKinds
    .filter((kind) => !isTicketKind(kind))
    .map((key) => ({ key, label: t(`actionName.${key}`) }))
  const tickets = ticketActionKinds.map((key) => ({ key, label: t(`actionName.${key}`) }))
  const groups = [
    { key: 'tickets', type: 'group' as const, label: t('editor.ticketActions'), children: tickets },
    { key: 'others', type: 'group' as const, label: t('editor.otherActions'), children: others },
  ]

  const handleAction = async (kind: ActionKind) => {
    const before = draft.actions.find((action) => action.kind === kind)
    // Only one status: a second overrides the first (spec section 5).
    if (kind === 'changeStatus' && before !== undefined) {
      if (
        !(await confirm({
          title: t('editor.statusTitle'),
          hint: t('editor.statusText'),
          okText: t('editor.statusOverride'),
        }))
      )
        return
      return onChange({
        ...draft,
        actions: [...draft.actions.filter((action) => action !== before), freshAction(kind)],
      })
    }
    onChange({ ...draft, actions: [...draft.actions, freshAction(kind)] })
  }
  return (
    <div className={styles.sentenceButtons}>
      <DropMenu
        disabled={draft.filters.length >= most}
        menu={{
          items: conditions,
          onClick: ({ key }) =>
            onChange({
              ...draft,
              filters: [
                ...draft.filters,
                ...filterKinds
                  .filter((kind) => kind === key)
                  .map((kind) =>
                    kind === 'time'
                      ? { ...freshFilter('time'), days: [...workDays] }
                      : freshFilter(kind),
                  ),
              ],
            }),
        }}
      >
        <Button type="dashed" size="small" data-kin="filters" icon={<PlusOutlined aria-hidden />}>
          {t('editor.addCondition')}
        </Button>
      </DropMenu>
      <DropMenu
        disabled={draft.actions.length >= most}
        menu={{
          items: version === 'ticket' ? groups : groups.toReversed(),
          onClick: ({ key }) => {
            const kind = actionKinds.find((one) => one === key)
            if (kind !== undefined) void handleAction(kind)
          },
        }}
      >
        <Button type="dashed" size="small" data-kin="actions" icon={<PlusOutlined aria-hidden />}>
          {t('editor.addAction')}
        </Button>
      </DropMenu>
    </div>
  )
}
