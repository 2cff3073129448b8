import { contract } from '#contract/index.ts'
import { of, type Changer } from './changer.ts'

const { dashboards, dashboardItems, dynamicDashboards } = contract

export async function changeDashboards(
  { testApp, own, ok }: Changer,
  typeId: number,
): Promise<void> {
  const filters = [{ equipmentTypeIds: [typeId] }]
  await ok(dashboardItems.updateDashboardItem, {
    ...of(own.dashboardItem),
    body: {
      version: 1,
      name: 'Card',
      dashboardCategoryId: null,
      type: 'scheduleDone',
      range: 'MONTH',
      data: { filters },
    } as never,
  })
  const board = await ok(dashboards.getDashboard, of(own.dashboard))
  await ok(dashboards.updateDashboard, {
    ...of(own.dashboard),
    body: {
      version: board.version,
      name: 'Board',
      isFiltered: false,
      isRestrictedEquipment: true,
      isRestrictedProcedures: true,
      equipmentTypes: [typeId],
      procedureTypes: [],
      locationTypes: [],
      data: { chapters: [{ title: 'Another', items: [] }] },
    } as never,
  })
  await ok(dashboards.removeDashboardUsers, {
    params: { dashboardId: own.dashboard ?? 0 },
    body: { data: [testApp.here.users.staff] },
  })
  const free = await ok(dynamicDashboards.getDynamicDashboard, of(own.dynamicDashboard))
  await ok(dynamicDashboards.updateDynamicDashboard, {
    ...of(own.dynamicDashboard),
    body: { version: free.version, title: 'Free', icon: 'heart', structure: { widgets: [] } },
  })
}
