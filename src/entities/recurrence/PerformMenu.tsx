import { PlayCircleOutlined } from '@ant-design/icons'
import { Button, type MenuProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFor } from '#contract/rules/procedureFor.ts'
import { pathTo } from '#lib/paths.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { menuLink, useMenuLinks } from '#ui/page/menuLinks.tsx'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { useMay } from '#entities/session/useSession.ts'
import { rruleCalls } from './calls.ts'

/** A short menu; the list has the rest. */
const SHOWN = 20

/**
 * Procedures for the open equipment or location: due ones first, then other fitting ones. Loads
 * when the menu opens.
 */
export function PerformMenu({
  at,
}: {
  at: { equipmentId: number; typeId: number } | { locationId: number }
}) {
  const { t } = useTranslation('procedures')
  const mayPerform = useMay('performer|procedures')
  const [isOpen, setOpen] = useState(false)
  const handlePress = useMenuLinks()
  const place =
    'equipmentId' in at ? { equipmentId: at.equipmentId } : { locationId: at.locationId }
  const due = rruleCalls.useListOccurrencesQuery(
    { body: { ...place, states: ['due', 'late'], sort: 'at', limit: SHOWN } },
    { skip: !isOpen },
  )
  const all = procedureCalls.useListProceduresQuery(
    { body: { isActive: true, sort: 'name', limit: 200 } },
    { skip: !isOpen },
  )
  if (!mayPerform) return null

  const entry = (procedure: { id: number; name: string }) =>
    menuLink(
      pathTo('procedurePerform', { procedureId: procedure.id }, place),
      <bdi>{procedure.name}</bdi>,
    )
  const byId = new Map((due.data?.rows ?? []).map(({ procedure }) => [procedure.id, procedure]))
  const wrong = 'equipmentId' in at ? 'location' : 'equipment'
  const fitting = (all.data?.rows ?? []).filter(
    (one) =>
      one.target !== wrong && !byId.has(one.id) && (!('typeId' in at) || isFor(one, at.typeId)),
  )
  const others = fitting.slice(0, SHOWN)
  const isCut = fitting.length > SHOWN || (all.data?.count ?? 0) > (all.data?.rows.length ?? 0)
  const group = (key: 'menuDue' | 'menuOthers', children: ReturnType<typeof entry>[]) =>
    children.length === 0
      ? []
      : [{ type: 'group' as const, key, label: t(`perform.${key}`), children }]
  const note = (key: 'menuWait' | 'menuFailed' | 'menuNone') => [
    { key, label: t(`perform.${key}`), disabled: true },
  ]
  const items: MenuProps['items'] = [
    ...group('menuDue', [...byId.values()].map(entry)),
    ...group('menuOthers', others.map(entry)),
    ...(all.isError || due.isError
      ? note('menuFailed')
      : all.data === undefined || due.data === undefined
        ? note('menuWait')
        : byId.size + others.length === 0
          ? note('menuNone')
          : []),
    ...(isCut ? [menuLink(pathTo('procedures'), t('perform.menuAll'))] : []),
  ]
  return (
    <DropMenu menu={{ items, onClick: handlePress }} onOpenChange={setOpen}>
      <Button icon={<PlayCircleOutlined aria-hidden className="turns" />}>
        {t('perform.start')}
      </Button>
    </DropMenu>
  )
}
