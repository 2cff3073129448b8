/**
 * Dynamic dashboards: freely arranged widgets, each with its own data source (spec sections 2, 3
 * and 7).
 */
import { z } from 'zod'
import { detailAnswer, pageParams } from './dashboardItems.ts'
import { cardRanges } from './periods.ts'
import { mutation, query } from '#contract/endpoint.ts'
import { filterObject } from '#contract/filter.ts'
import { id, idParam } from '#contract/ids.ts'
import { dimensions } from '#contract/reports.ts'
import {
  instant,
  listAnswer,
  listQuestion,
  name,
  text,
  version,
  versionIfKnown,
} from '#contract/shapes.ts'

export const widgetIcons = [
  'gauge',
  'check',
  'tool',
  'safety',
  'heart',
  'home',
  'clock',
  'chart',
] as const
/**
 * `averageScore` and `logCount` cover scored procedure logs. `scheduleDone` is computed as on a
 * card.
 */
export const measures = ['averageScore', 'scheduleDone', 'logCount'] as const
export const groupings = ['period', ...dimensions] as const

const dataSource = z
  .strictObject({
    measure: z.enum(measures),
    range: z.enum(cardRanges),
    filter: filterObject,
    groupBy: z.enum(groupings),
    compare: z.boolean(),
  })
  .refine(({ measure, groupBy }) => measure !== 'scheduleDone' || groupBy === 'period', {
    path: ['groupBy'],
    message: 'Schedules are grouped by periods alone',
  })
export type DataSource = z.output<typeof dataSource>

export const WIDGET = { columns: 12, narrowest: 2, rows: 4 } as const
const widgetId = z
  .string()
  .regex(/^[\w-]{1,40}$/)
  .meta({ example: 'w1' })
const widget = z.strictObject({
  id: widgetId,
  kind: z.enum(['singleNumber', 'barChart']),
  title: text(200),
  icon: z.enum(widgetIcons),
  info: text(1_000),
  /** In grid units: twelve columns, rows of equal height. */
  width: z.number().int().min(WIDGET.narrowest).max(WIDGET.columns),
  height: z.number().int().min(1).max(WIDGET.rows),
  dataSource,
})
export type Widget = z.output<typeof widget>
const structure = z.strictObject({
  widgets: z
    .array(widget)
    .max(60)
    .refine(
      (widgets) => new Set(widgets.map((one) => one.id)).size === widgets.length,
      'A widget stands twice',
    ),
})

const dynamicDashboardDraft = z.strictObject({
  title: name,
  icon: z.enum(widgetIcons),
  structure,
})
export type DynamicDashboardDraft = z.output<typeof dynamicDashboardDraft>
const dynamicDashboard = z.object({
  ...dynamicDashboardDraft.shape,
  id: id('dynamicDashboard'),
  createdAt: instant,
  updatedAt: instant,
  version,
})
export type DynamicDashboard = z.output<typeof dynamicDashboard>

const category = z.object({
  id: z.number().int().nullable(),
  name: z.string(),
  value: z.number().nullable(),
  counted: z.number().int(),
})
const widgetFields = {
  id: widgetId,
  title: z.string(),
  icon: z.enum(widgetIcons),
  info: z.string(),
  dataSource,
  dataSourceInfo: z.object({
    measure: z.enum(measures),
    from: z.iso.date(),
    /** Inclusive. */
    to: z.iso.date(),
    isPartial: z.boolean(),
    counted: z.number().int(),
    beyondRights: z.number().int(),
    lastAt: instant.nullable(),
  }),
}
const series = z.object({
  series: z.enum(['now', 'before']),
  from: z.iso.date(),
  to: z.iso.date(),
  categories: z.array(category),
  remaining: z.number().int(),
})
const widgetData = z.discriminatedUnion('kind', [
  z.object({
    ...widgetFields,
    kind: z.literal('singleNumber'),
    data: z.number().nullable(),
    previous: z.number().nullable(),
  }),
  z.object({ ...widgetFields, kind: z.literal('barChart'), data: z.array(series) }),
])
export type BarSeries = z.output<typeof series>
export type WidgetData = z.output<typeof widgetData>

const one = z.object({ id: idParam('dynamicDashboard') })
const tag = (dashboardId: number) => ({ type: 'DynamicDashboard' as const, id: dashboardId })
const numbers = ['ProcedureLog', 'Occurrence'] as const

export const dynamicDashboards = {
  listDynamicDashboards: query({
    method: 'POST',
    path: '/api/dynamic-dashboards/get',
    access: 'session',
    summary: 'Dynamic dashboards of the company',
    body: listQuestion(['title', 'updatedAt']).strict(),
    response: listAnswer(
      z.object({
        id: id('dynamicDashboard'),
        title: z.string(),
        icon: z.enum(widgetIcons),
        widgets: z.number().int(),
        updatedAt: instant,
      }),
    ),
    reads: ['DynamicDashboard'],
  }),
  getDynamicDashboard: query({
    method: 'GET',
    path: '/api/dynamic-dashboards/{id}',
    access: 'session',
    summary: 'One dynamic dashboard',
    params: one,
    response: dynamicDashboard,
    reads: ({ params }) => [tag(params.id)],
  }),
  getDynamicDashboardEditor: query({
    method: 'GET',
    path: '/api/dynamic-dashboards/{id}/editor',
    access: 'can:editor|dashboards',
    summary: 'The same, to be edited',
    params: one,
    response: dynamicDashboard,
    reads: ({ params }) => [tag(params.id)],
  }),
  getWidget: query({
    method: 'GET',
    path: '/api/dynamic-dashboards/{dashboardId}/widgets/{widgetId}',
    access: 'session',
    readsMuch: true,
    summary: 'The numbers of one widget, as the one who asks may see them',
    params: z.object({ dashboardId: idParam('dynamicDashboard'), widgetId }),
    response: widgetData,
    reads: ({ params }) => [...numbers, tag(params.dashboardId)],
  }),
  listWidgetRows: query({
    method: 'GET',
    path: '/api/dynamic-dashboards/{dashboardId}/widgets/{widgetId}/details',
    access: 'session',
    readsMuch: true,
    summary: 'The rows behind a widget, or behind one of its bars',
    params: z.object({
      dashboardId: idParam('dynamicDashboard'),
      widgetId,
      series: z.enum(['now', 'before']).default('now'),
      group: z
        .string()
        .regex(/^(\d{1,9}|none)$/)
        .meta({ example: '1' })
        .optional(),
      ...pageParams,
    }),
    response: detailAnswer,
    reads: ({ params }) => [...numbers, tag(params.dashboardId)],
  }),
  previewWidget: query({
    method: 'POST',
    path: '/api/dynamic-dashboards/widget',
    access: 'can:editor|dashboards',
    readsMuch: true,
    summary: 'The numbers that a draft of a widget would show',
    body: widget,
    response: widgetData,
    reads: [...numbers],
  }),
  createDynamicDashboard: mutation({
    method: 'POST',
    path: '/api/dynamic-dashboards',
    access: 'can:editor|dashboards',
    summary: 'Add a dynamic dashboard',
    body: dynamicDashboardDraft,
    response: dynamicDashboard,
    writes: ['DynamicDashboard', 'Journal'],
  }),
  updateDynamicDashboard: mutation({
    method: 'PUT',
    path: '/api/dynamic-dashboards/{id}',
    access: 'can:editor|dashboards',
    summary: 'Save a dynamic dashboard',
    params: one,
    body: dynamicDashboardDraft.extend({ version: versionIfKnown }),
    response: dynamicDashboard,
    writes: ({ params }) => ['DynamicDashboard', 'Journal', tag(params.id)],
  }),
  deleteDynamicDashboard: mutation({
    method: 'DELETE',
    path: '/api/dynamic-dashboards/{id}',
    access: 'can:editor|dashboards',
    summary: 'Remove a dynamic dashboard',
    params: one,
    response: z.object({ deleted: z.literal(true) }),
    writes: ({ params }) => ['DynamicDashboard', 'Journal', tag(params.id)],
  }),
}
