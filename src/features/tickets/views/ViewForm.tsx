import { Button, Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { TicketView } from '#contract/ticketViews.ts'
import { useMay } from '#entities/session/useSession.ts'
import {
  useCreateTicketViewMutation,
  useOrderTicketViewsMutation,
  useUpdateTicketViewMutation,
} from './calls.ts'
import { addressOf, type GivenSettings } from './viewSettings.ts'
import styles from './views.module.css'

interface Draft {
  name: string
  isShared: boolean
  takesFilters: boolean
}

interface Props {
  /** Null for a new view. */
  view: TicketView | null
  /** The views of its group, in order. */
  siblings: readonly TicketView[]
  settings: GivenSettings
  onDone(): void
}

export function ViewForm({ view, siblings, settings, onDone }: Props) {
  const { t } = useTranslation(['tickets', 'common'])
  const mayShare = useMay('editor|management')
  const [create, creating] = useCreateTicketViewMutation()
  const [update, updating] = useUpdateTicketViewMutation()
  const [order, ordering] = useOrderTicketViewsMutation()
  const handleFinish = async ({ name, isShared, takesFilters }: Draft) => {
    const { data } =
      view === null
        ? await create({ body: { name, isShared, settings } })
        : await update({
            params: { id: view.id },
            body: { name, isShared, version: view.version, ...(takesFilters && { settings }) },
          })
    if (data !== undefined) onDone()
  }
  const ids = siblings.map(({ id }) => Number(id))
  const at = view === null ? -1 : ids.indexOf(view.id)
  const handleMove = (to: number) => {
    const viewIds = ids.toSpliced(at, 1)
    if (view !== null) void order({ body: { viewIds: viewIds.toSpliced(to, 0, view.id) } })
  }
  return (
    <Form<Draft>
      layout="vertical"
      className={styles.form}
      initialValues={{
        name: view?.name ?? '',
        isShared: view?.isShared ?? false,
        takesFilters: false,
      }}
      onFinish={(draft) => void handleFinish(draft)}
    >
      <Form.Item
        name="name"
        label={t('views.name')}
        rules={[{ required: true, whitespace: true, message: t('common:required') }]}
      >
        <Input autoFocus dir="auto" maxLength={200} />
      </Form.Item>
      <Form.Item name="isShared" valuePropName="checked" hidden={!mayShare}>
        <Checkbox>{t('views.share')}</Checkbox>
      </Form.Item>
      <Form.Item
        name="takesFilters"
        valuePropName="checked"
        hidden={view === null || addressOf(view.settings) === addressOf(settings)}
      >
        <Checkbox>{t('views.update')}</Checkbox>
      </Form.Item>
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={creating.isLoading || updating.isLoading}>
          {t('common:save')}
        </Button>
        <Button onClick={onDone}>{t('common:cancel')}</Button>
        {ids.length > 1 && (
          <>
            <Button disabled={at <= 0 || ordering.isLoading} onClick={() => handleMove(at - 1)}>
              {t('views.up')}
            </Button>
            <Button
              disabled={at >= ids.length - 1 || ordering.isLoading}
              onClick={() => handleMove(at + 1)}
            >
              {t('views.down')}
            </Button>
          </>
        )}
      </div>
    </Form>
  )
}
