import type { Page } from '@playwright/test'
import { readBelowLast, readDirtyPlan, roomChosen, takeRoleAway } from './acts.ts'
import { labelScreens } from './labelThings.ts'
import type { Things } from './things.ts'

export interface Screen {
  name: string
  path: (things: Things) => string
  isPublic?: boolean
  /** Goes from the address to the screen, for example by a press. */
  act?: (page: Page) => Promise<void>
  /** True if the screen has a map, whose drawing no event reports. */
  isMap?: boolean
}

export const screens: readonly Screen[] = [
  { name: 'login', path: () => '/login', isPublic: true },
  { name: 'login-code', path: () => '/login?way=otp', isPublic: true },
  { name: 'login-reset', path: () => '/login?way=reset', isPublic: true },
  { name: 'outbox', path: () => '/outbox', isPublic: true },
  { name: 'reset-password', path: () => '/reset-password?token=x', isPublic: true },
  { name: 'invitation', path: () => '/invitation?token=x', isPublic: true },
  ...labelScreens,
  { name: 'signed-log-verify', path: () => '/signed-log/verify', isPublic: true },
  { name: 'home', path: () => '/' },
  { name: 'equipment', path: () => '/equipment' },
  {
    name: 'equipment-tree',
    path: () => '/equipment?view=tree&by=location',
    act: async (page) => {
      await page.locator('main li > button[aria-expanded]').first().click()
    },
  },
  { name: 'equipment-detail', path: ({ equipment: id }) => `/equipment?id=${id}` },
  { name: 'equipment-page', path: ({ equipment: id }) => `/equipment/${id}` },
  { name: 'equipment-meters', path: ({ metered: id }) => `/equipment?id=${id}&tab=meters` },
  {
    name: 'equipment-meter-history',
    path: ({ metered: id }) => `/equipment?id=${id}&tab=meters`,
    act: async (page) => {
      await page.getByTestId('meter-history').first().click()
      await page.getByTestId('meter-reading').first().waitFor()
    },
  },
  {
    name: 'equipment-meter-reading',
    path: ({ metered: id }) => `/equipment?id=${id}&tab=meters`,
    act: readBelowLast,
  },
  { name: 'equipment-status', path: () => '/equipment-status' },
  { name: 'fellow-equipment', path: () => '/fellow-equipment' },
  { name: 'fellow-equipment-one', path: ({ equipment: id }) => `/fellow-equipment/${id}` },
  { name: 'related-card-choice', path: () => '/related-card' },
  { name: 'signed-logs', path: () => '/signed-log' },
  { name: 'related-card', path: ({ equipment: id }) => `/related-card/${id}` },
  { name: 'fellow-equipment-type', path: () => '/fellow-equipment-type' },
  { name: 'org-entities', path: () => '/org-entities' },
  { name: 'locations', path: () => '/locations' },
  { name: 'inventory', path: () => '/inventory' },
  { name: 'scan', path: () => '/scan' },
  { name: 'labels', path: ({ equipment: id }) => `/labels?things=${id}` },
  { name: 'inventory-receive', path: () => '/inventory?act=receive' },
  {
    name: 'inventory-history',
    path: () => '/inventory?sort=-amount&tab=history',
    act: async (page) => {
      await page.locator('main tbody a, main li a').first().click()
    },
  },
  {
    name: 'inventory-detail',
    path: () => '/inventory?sort=-amount',
    act: async (page) => {
      await page.locator('main tbody a, main li a').first().click()
    },
  },
  { name: 'map', path: () => '/mapping', isMap: true },
  { name: 'map-detail', path: ({ tracked }) => `/mapping?id=${tracked}`, isMap: true },
  { name: 'map-kept', path: ({ gateway }) => `/mapping?id=${gateway}`, isMap: true },
  { name: 'map-space', path: ({ tracked }) => `/mapping?mode=3D&id=${tracked}`, isMap: true },
  { name: 'map-stacked', path: () => '/mapping?mode=stack', isMap: true },
  { name: 'map-log', path: ({ tracked }) => `/mapping?id=${tracked}&tab=log`, isMap: true },
  {
    name: 'map-replay',
    path: ({ tracked }) => `/mapping?id=${tracked}&tab=stays&replay=yesterday`,
    isMap: true,
  },
  { name: 'map-placing', path: ({ gateway }) => `/mapping?id=${gateway}&placing=1`, isMap: true },
  { name: 'site-survey', path: () => '/mapping/survey', isMap: true },
  { name: 'radio-calibration', path: () => '/mapping/calibration', isMap: true },
  { name: 'areas', path: () => '/mapping/areas', isMap: true },
  { name: 'area', path: () => '/mapping/areas?area=1', isMap: true },
  { name: 'area-draw', path: () => '/mapping/areas?area=1&mode=draw', isMap: true },
  { name: 'floor-plan', path: ({ floor }) => `/mapping/plan/${floor}`, act: roomChosen },
  { name: 'floor-plan-new', path: () => '/mapping/plan/new' },
  { name: 'map-import', path: () => '/mapping/import' },
  { name: 'map-import-preview', path: () => '/mapping/import', act: readDirtyPlan },
  { name: 'nearest-all', path: () => '/nearest-all-equipment' },
  { name: 'nearest-equipment', path: ({ tracked }) => `/nearest-equipment/${tracked}` },
  { name: 'nearest-history', path: ({ tracked }) => `/nearest-equipment-history/${tracked}` },
  { name: 'heatmap-zones', path: () => '/equipment-heatmap?measure=seconds', isMap: true },
  { name: 'heatmap', path: () => '/equipment-heatmap', isMap: true },
  { name: 'gateways', path: () => '/iot/gateways?id=1' },
  { name: 'beacons', path: () => '/iot/gateways?view=beacons' },
  { name: 'quarantine', path: () => '/iot/gateways?view=quarantine&id=1' },
  { name: 'gateway-types', path: () => '/iot/gateway-types' },
  { name: 'duties', path: () => '/duties' },
  { name: 'duty', path: () => '/duties?id=1' },
  { name: 'duty-shifts', path: () => '/duties?id=1&tab=facts' },
  { name: 'duty-rehearsal', path: () => '/duties?id=1&tab=rehearsal' },
  {
    name: 'duty-change',
    path: () => '/duties?id=1',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Absence|היעדרות|Отсутствие|غياب)/ }).click()
    },
  },
  { name: 'zones', path: () => '/zones' },
  { name: 'zone-room', path: () => '/zones?id=1' },
  { name: 'zone-areas', path: () => '/zones?view=areas' },
  { name: 'zone-alerts', path: () => '/zones?view=alerts' },
  { name: 'zone-alert-new', path: () => '/zones?view=alerts&mode=new' },
  { name: 'sensors', path: () => '/iot/sensors' },
  { name: 'sensor', path: () => '/iot/sensors?id=1' },
  { name: 'sensor-alerts', path: () => '/iot/sensors?id=1&tab=alerts' },
  { name: 'sensor-facts', path: () => '/iot/sensors?id=1&tab=facts' },
  { name: 'sensor-types', path: () => '/iot/sensor-types?id=1' },
  { name: 'installation-health', path: () => '/management/health' },
  { name: 'retention', path: () => '/management/retention' },
  { name: 'api-keys', path: () => '/external-api/api-keys?id=1' },
  { name: 'filter-object-editor', path: () => '/filter-object-editor' },
  { name: 'import', path: () => '/import' },
  { name: 'device-import', path: () => '/iot/import' },
  { name: 'procedures', path: () => '/procedure' },
  { name: 'procedure', path: ({ procedure }) => `/procedure/${procedure}` },
  { name: 'procedure-editor', path: ({ procedure }) => `/procedure/${procedure}/edit` },
  {
    name: 'procedure-question',
    path: ({ procedure }) => `/procedure/${procedure}/edit`,
    act: (page) => page.locator('article button[aria-expanded]').first().click(),
  },
  {
    name: 'procedure-number-question',
    path: ({ procedure }) => `/procedure/${procedure}/edit`,
    act: (page) => page.locator('article button[aria-expanded]').last().click(),
  },
  { name: 'procedure-new', path: () => '/procedure/new' },
  { name: 'procedure-perform', path: ({ procedure }) => `/procedure/${procedure}/perform` },
  {
    name: 'procedure-perform-form',
    path: ({ procedure, equipment: id }) => `/procedure/${procedure}/perform?equipmentId=${id}`,
  },
  {
    name: 'procedure-automations',
    path: ({ procedure }) => `/procedure/${procedure}/automation-center`,
  },
  { name: 'logic-dependency', path: ({ surveyQuestion }) => `/logic-dependency/${surveyQuestion}` },
  { name: 'procedure-logs', path: () => '/procedure-log' },
  { name: 'procedure-log', path: ({ procedureLog }) => `/procedure-log/${procedureLog}` },
  { name: 'automation-center', path: () => '/automation-center' },
  { name: 'automation', path: ({ automation }) => `/automation-center/${automation}` },
  { name: 'dashboards', path: () => '/dashboard' },
  { name: 'dashboard', path: ({ dashboard }) => `/dashboard/${dashboard}` },
  {
    name: 'dashboard-rows',
    path: ({ dashboard, dashboardItem }) => `/dashboard/${dashboard}?card=${dashboardItem}`,
  },
  { name: 'dashboard-share', path: ({ dashboard }) => `/dashboard/${dashboard}?share=1` },
  { name: 'dashboard-editor', path: ({ dashboard }) => `/dashboard/${dashboard}/edit` },
  { name: 'dashboard-items', path: ({ dashboardItem }) => `/dashboard-item?id=${dashboardItem}` },
  { name: 'dynamic-dashboards', path: () => '/dynamic-dashboards' },
  {
    name: 'dynamic-dashboard',
    path: ({ dynamicDashboard }) => `/dynamic-dashboards/${dynamicDashboard}`,
  },
  {
    name: 'dynamic-dashboard-editor',
    path: ({ dynamicDashboard }) => `/dynamic-dashboards/${dynamicDashboard}/editor`,
  },
  { name: 'report', path: () => '/report' },
  { name: 'report-performances', path: () => '/report/performances?by=procedure' },
  { name: 'report-visits', path: () => '/report/visits' },
  { name: 'report-reliability', path: () => '/report/reliability' },
  { name: 'report-replacement', path: () => '/report/replacement' },
  {
    name: 'report-replacement-list',
    path: () => '/report/replacement?view=equipment&sort=-score',
  },
  {
    name: 'report-replacement-panel',
    path: ({ equipment }) => `/report/replacement?view=equipment&sort=-score&id=${equipment}`,
  },
  {
    name: 'report-reliability-causes',
    path: () => '/report/reliability?by=cause',
  },
  { name: 'report-tracers', path: () => '/report/tracers?by=dayOfWeek' },
  { name: 'report-tickets', path: () => '/report/tickets?by=equipmentType' },
  { name: 'metrics', path: () => '/metrics?markers=1' },
  {
    name: 'metrics-two-ranges',
    path: () => `/metrics?sensors=1.2.3.4.5.9&duration=custom&ranges=${lastTwoMonths()}`,
  },
  { name: 'metrics-changes-value', path: () => '/metrics-changes-value' },
  { name: 'ticket-center', path: () => '/ticket-center' },
  { name: 'triggered-events', path: () => '/triggered-events' },
  { name: 'sentence-editor', path: () => '/company/1/triggered-events/create' },
  {
    name: 'sentence-of-event',
    path: () => '/company/1/triggered-events/create?template=missedCheck',
  },
  {
    name: 'sentence-of-date',
    path: () => '/company/1/triggered-events/create?template=warrantyEnds',
  },
  {
    name: 'sentence-template',
    path: ({ procedure }) =>
      `/company/1/triggered-events/create?template=onCall&procedureId=${procedure}`,
  },
  {
    name: 'sentence-backtest',
    path: ({ automation }) => `/company/1/triggered-events/edit/${automation}`,
    act: async (page) => {
      await page
        .getByTestId('backtest-ask')
        .getByRole('button')
        .click({ timeout: 5_000 })
        .catch(() => undefined)
    },
  },
  {
    name: 'sentence-picker',
    path: ({ procedure }) => `/company/1/create-ticket/${procedure}`,
    act: async (page) => {
      await page.getByTestId('blank').last().click()
    },
  },
  {
    name: 'sentence-faults',
    path: ({ procedure }) =>
      `/company/1/triggered-events/create?template=eachFault&procedureId=${procedure}`,
    act: async (page) => {
      await page.getByTestId('blank').nth(2).click()
    },
  },
  {
    name: 'automation-runs',
    path: ({ automation }) => `/automation-center/${automation}?tab=runs`,
  },
  { name: 'automation-alerts', path: () => '/automation-center?kind=alerts' },
  { name: 'automation-templates', path: () => '/automation-center?procedure=999999' },
  { name: 'change-assignee', path: () => '/company/1/change-assignee' },
  { name: 'change-ticket-state', path: () => '/company/1/change-ticket-state' },
  { name: 'close-tickets', path: () => '/company/1/close-tickets' },
  { name: 'assignee-availability', path: () => '/company/1/assignee-availability/create' },
  {
    name: 'bell',
    path: () => '/procedure-log',
    act: async (page) => {
      await page.getByTestId('bell').click()
    },
  },
  { name: 'my-work', path: () => '/my-work' },
  { name: 'my-work-calendar', path: () => '/my-work?calendar=1' },
  { name: 'schedules', path: () => '/rrule' },
  { name: 'schedule', path: ({ rrule }) => `/rrule/${rrule}` },
  { name: 'schedule-dates', path: ({ rrule }) => `/rrule?id=${rrule}&tab=dates` },
  { name: 'schedule-occurrences', path: ({ rrule }) => `/rrule?id=${rrule}&tab=occurrences` },
  { name: 'schedule-checks', path: () => '/rrule/checks' },
  { name: 'schedules-timeline', path: () => '/rrule?view=timeline' },
  { name: 'schedules-week', path: () => '/rrule?view=week' },
  { name: 'schedules-month', path: () => '/rrule?view=month' },
  { name: 'equipment-schedules', path: () => '/equipment-schedules' },
  { name: 'equipment-schedule', path: ({ equipment: id }) => `/equipment-schedules?id=${id}` },
  { name: 'schedule-new', path: () => '/rrule/new' },
  { name: 'schedule-by-use', path: ({ byUse }) => `/rrule/${byUse}` },
  { name: 'schedule-by-use-dates', path: ({ byUse }) => `/rrule?id=${byUse}&tab=dates` },
  { name: 'schedule-by-use-editor', path: ({ byUse }) => `/rrule/${byUse}/edit` },
  { name: 'schedule-editor', path: ({ rrule }) => `/rrule/${rrule}/edit` },
  { name: 'tickets', path: () => '/tickets' },
  { name: 'ticket-board', path: () => '/tickets?view=board' },
  { name: 'ticket', path: ({ ticket }) => `/tickets/${ticket}` },
  {
    name: 'ticket-assignee',
    path: ({ ticket }) => `/tickets/${ticket}`,
    act: (page) => page.getByTestId('ticket-assignee').getByRole('combobox').click(),
  },
  {
    name: 'ticket-merge',
    path: ({ repeated }) => `/tickets/${repeated}`,
    act: (page) => page.getByTestId('ticket-merge').click(),
  },
  {
    name: 'ticket-again',
    path: ({ repeated }) => `/tickets?list=all&id=${repeated}&tab=timeline`,
  },
  { name: 'ticket-work', path: ({ repeated }) => `/tickets?list=all&id=${repeated}&tab=work` },
  { name: 'ticket-new', path: () => '/tickets?new=1' },
  { name: 'ticket-edit', path: ({ ticket }) => `/tickets?list=all&id=${ticket}&edit=1` },
  { name: 'equipment-new', path: () => '/equipment?mode=new' },
  { name: 'management', path: () => '/management' },
  { name: 'signed-log-chain', path: () => '/management/signed-logs' },
  {
    name: 'signed-log-checked',
    path: () => '/management/signed-logs',
    act: async (page) => {
      await page.getByTestId('check-chain').click()
      await page.getByTestId('chain-verdict').waitFor()
    },
  },
  { name: 'company-settings', path: () => '/management/company' },
  {
    name: 'company-push',
    path: () => '/management/company',
    act: (page) => page.locator('#hasPush, [id$="hasPush"]').scrollIntoViewIfNeeded(),
  },
  {
    name: 'holidays',
    path: () => '/management/company',
    act: (page) => page.locator('button:has([data-icon="snippets"])').scrollIntoViewIfNeeded(),
  },
  {
    name: 'holidays-of-a-country',
    path: () => '/management/company',
    act: async (page) => {
      await page.locator('main button:has([data-icon="global"])').click()
      const country = page.locator('[role="dialog"] [role="combobox"]').first()
      await country.click()
      await country.press('Enter')
      await page.locator('[role="dialog"] [class*="holidayListed"]').waitFor()
    },
  },
  {
    name: 'paste-holidays',
    path: () => '/management/company',
    act: async (page) => {
      await page.locator('button:has([data-icon="snippets"])').click()
      await page
        .locator('[role="dialog"] textarea')
        .fill(
          [
            '24.12.2026 - 26.12.2026 Vánoce',
            'الجمعة، ١ كانون الثاني ٢٠٢٧ رأس السنة',
            '2026-09-12⇥2026-09-13⇥ראש השנה'.replaceAll('⇥', '\t'),
            '05/06/2026 Founding day',
            '31.02.2026 No such day',
          ].join('\n'),
        )
    },
  },
  { name: 'account', path: () => '/account' },
  {
    name: 'account-companies',
    path: () => '/account',
    act: (page) => page.getByTestId('memberships').scrollIntoViewIfNeeded(),
  },
  {
    name: 'account-push',
    path: () => '/account',
    act: async (page) => {
      const quiet = page.locator('[class*="_push_"] h4').last()
      await quiet.scrollIntoViewIfNeeded()
      const times = page.locator('[class*="_push_"] input[inputmode="numeric"]')
      if ((await times.count()) === 0)
        await page.locator('[class*="_push_"] label:has([type="checkbox"])').last().click()
      await times.first().waitFor()
      await page.locator('[class*="_push_"] h3').scrollIntoViewIfNeeded()
    },
  },
  { name: 'users', path: () => '/management/users' },
  { name: 'user-detail', path: ({ user }) => `/management/users?id=${user}` },
  {
    name: 'user-hand-over',
    path: ({ user }) => `/management/users?id=${user}&mode=edit`,
    act: takeRoleAway,
  },
  { name: 'user-invite', path: () => '/management/users?mode=new' },
  { name: 'user-rights', path: ({ user }) => `/management/users/${user}/rights` },
  { name: 'roles', path: () => '/management/roles' },
  { name: 'role-detail', path: ({ role }) => `/management/roles?id=${role}` },
  { name: 'reference-procedure-types', path: () => '/management/procedure-types?id=4' },
  { name: 'reference-ticket-types', path: () => '/management/ticket-types?id=1' },
  { name: 'reference-meter-types', path: () => '/management/meter-types?id=1' },
  { name: 'reference-meter-type-new', path: () => '/management/meter-types?mode=new' },
  { name: 'reference-progress-maps', path: () => '/management/progress-maps?id=1' },
  { name: 'reference-metadata-new', path: () => '/management/metadata-fields?mode=new' },
  { name: 'reference-api-hooks', path: () => '/management/api-hooks?id=1' },
  { name: 'journal', path: () => '/journal' },
  { name: 'not-there', path: () => '/nowhere' },
]

const DAY_MILLISECONDS = 86_400_000

/** The last 30 days and the 30 days before them, as the address of Metrics writes ranges. */
function lastTwoMonths(): string {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MILLISECONDS).toJSON().slice(0, 10)
  return `${day(30)}_${day(1)}.${day(60)}_${day(31)}`
}
