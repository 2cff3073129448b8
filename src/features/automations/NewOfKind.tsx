import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathTo, type RouteName } from '#lib/paths.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { menuLink, useMenuLinks } from '#ui/page/menuLinks.tsx'

const flows = {
  openTicket: ['companyCreateTicket', 'companyCreateTicketOne'],
  assignTicket: ['companyChangeAssignee', 'companyChangeAssigneeOne'],
  changeTicketState: ['companyChangeTicketState', 'companyChangeTicketStateOne'],
  closeTickets: ['companyCloseTickets', 'companyCloseTicketsOne'],
  setAvailability: ['companyAssigneeAvailability', 'companyAssigneeAvailabilityOne'],
} as const satisfies Record<string, readonly [RouteName, RouteName]>
const kinds = Object.keys(flows) as (keyof typeof flows)[]

export function NewOfKind({
  companyId,
  procedureId,
}: {
  companyId: number
  procedureId: number | null
}) {
  const { t } = useTranslation('automations')
  const handleKey = useMenuLinks()
  const items = kinds.map((kind) => {
    const [any, ofOne] = flows[kind]
    const to =
      procedureId === null
        ? pathTo(any, { companyId })
        : pathTo(ofOne, { companyId, id: procedureId })
    return menuLink(to, t(`editor.new.${kind}`))
  })
  return (
    <DropMenu menu={{ items, onClick: handleKey }} placement="bottomRight">
      <Button type="primary" icon={<DownOutlined aria-hidden />} aria-label={t('newOfKind')} />
    </DropMenu>
  )
}
