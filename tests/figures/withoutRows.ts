/** Numbers that open no rows, each with the reason. */

const LEFT_OUT = 'how many entries the answer leaves out; the screen writes it below them'
const BEYOND_RIGHTS = 'rows that the reader may not see'
const OF_A_ROW = 'belongs to one row'
const SETTING = 'a setting that a user chose'
const MEASURED = 'describes the measurement'

const series = {
  '[].remaining': LEFT_OUT,
  '[].stats.seriesFetched': MEASURED,
  '[].stats.executionTimeMsec': MEASURED,
  '[].series[].spread[][]': 'the lowest and highest reading behind a point',
  '[].series[].lowerLimit': SETTING,
  '[].series[].upperLimit': SETTING,
  '[].series[].coverage': MEASURED,
}
const widget = {
  'data[].remaining': LEFT_OUT,
}

export const withoutRows: {
  any: Record<string, string>
  of: Record<string, Record<string, string>>
} = {
  any: {
    beyondRights: BEYOND_RIGHTS,
    'dataSourceInfo.beyondRights': BEYOND_RIGHTS,
    '[].beyondRights': BEYOND_RIGHTS,
    'rows[].score': OF_A_ROW,
  },
  of: {
    'today.getCompanyFigures': { 'figures[].target': SETTING },
    'today.getBehind': { placesRemaining: LEFT_OUT, peopleRemaining: LEFT_OUT },
    'locations.listPlacesInNeed': { 'rows[].things': 'Today does not show it' },
    'dashboards.getDashboard': { 'data.chapters[].items[].width': SETTING },
    'dashboards.checkDashboardShare': {
      seesData: 'cards of this answer that count something',
      'cards[].counted': 'rows of another user',
      'cards[].beyondRights': BEYOND_RIGHTS,
    },
    'dashboardItems.getCard': { unscored: 'logs beside those counted' },
    'dashboardItems.previewCard': { unscored: 'logs beside those counted' },
    'dashboardItems.listCardIds': { remaining: LEFT_OUT },
    'dynamicDashboards.getDynamicDashboard': {
      'structure.widgets[].width': SETTING,
      'structure.widgets[].height': SETTING,
    },
    'dynamicDashboards.getDynamicDashboardEditor': {
      'structure.widgets[].width': SETTING,
      'structure.widgets[].height': SETTING,
    },
    'dynamicDashboards.getWidget': widget,
    'dynamicDashboards.previewWidget': widget,
    'reports.getDistributions': { '[].remaining': LEFT_OUT, '[].coverage': MEASURED },
    'reports.getMetrics': series,
    'reports.getMetricChanges': {
      ...series,
      '[].series[].minimum': OF_A_ROW,
      '[].series[].average': MEASURED,
      '[].series[].maximum': OF_A_ROW,
    },
    'reports.listReadings': { 'rows[].value': OF_A_ROW },
    'reports.listMetricMarkers': { remaining: LEFT_OUT },
    'zones.getVisitReport': {
      count: 'groups of this answer',
      visits: 'the sum of its groups',
      things: 'over all groups',
      averageSeconds: 'over all groups',
      totalSeconds: 'over all groups',
      'rows[].visits': 'one group of the report',
      'rows[].things': 'one group of the report',
      'rows[].averageSeconds': 'one group of the report',
      'rows[].totalSeconds': 'one group of the report',
    },
  },
}
