import type { PermissionGroup } from '#contract/people/permissions.ts'

export const areas = ['work', 'places', 'automation', 'insight', 'devices', 'management'] as const
export type Area = (typeof areas)[number]

/** A new group does not compile without an area. */
const areaOf: Record<PermissionGroup, Area> = {
  'editor|procedures': 'work',
  'performer|procedures': 'work',
  'editor|schedules': 'work',
  'editor|tickets': 'work',
  'editor|duties': 'work',
  'viewer|work': 'work',
  'viewer|costs': 'work',
  'editor|equipment': 'places',
  'editor|locations': 'places',
  'editor|automations': 'automation',
  'editor|dashboards': 'insight',
  'viewer|reports': 'insight',
  'editor|devices': 'devices',
  'editor|users': 'management',
  'editor|company': 'management',
  'editor|management': 'management',
  'editor|import': 'management',
  'viewer|journal': 'management',
  'viewer|security': 'management',
  'exporter|company': 'management',
}

const everyGroup = Object.keys(areaOf) as PermissionGroup[]

export const groupsOf = (area: Area): PermissionGroup[] =>
  everyGroup.filter((group) => areaOf[group] === area)
