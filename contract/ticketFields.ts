import type { EntityFields } from '#contract/entityFields.ts'

const kept = { isSearched: false, isExported: false, isInTable: false } as const
const instant = { ...kept, kind: 'instant', max: 60 } as const
const person = { ...kept, kind: 'one', max: 400 } as const

export const ticketFields = {
  /**
   * Identifies a ticket only if the opening time matches too, because other systems also number
   * from 1.
   */
  id: { ...kept, kind: 'code', max: 40, headings: /^(plantroom )?id$/i },
  title: {
    ...kept,
    kind: 'name',
    max: 200,
    headings:
      /^(title|subject|summary|short[ _-]?description|(ticket|work[ _-]?order|request|issue)[ _-]?(title|name|subject|summary)|name)$/i,
  },
  type: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^((ticket|work[ _-]?order|request|issue)?[ _-]?(type|kind))$/i,
  },
  state: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^((ticket|work[ _-]?order|request|issue)?[ _-]?(status|state))$/i,
  },
  priority: { ...kept, kind: 'one', max: 200, headings: /^(priority|urgency|severity)$/i },
  equipment: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^(equipment|asset|machine|device)([ _-]?(id|no\.?|number|name|code|tag))?$/i,
  },
  location: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^(location|place|room|site|building)([ _-]?(code|name|no\.?|number))?$/i,
  },
  orgEntity: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^(org(ani[sz]ation)?([ _-]?(entity|unit|code))?|department|cost[ _-]?cent(re|er))$/i,
  },
  opener: {
    ...person,
    headings: /^(open(er|ed by)|requester|requested by|reporter|reported by|created by|author)$/i,
  },
  assignee: {
    ...person,
    headings: /^(assignee|assigned to|technician|owner|responsible|worker)$/i,
  },
  openedAt: {
    ...instant,
    headings:
      /^((opened|created|reported|requested|submitted)([ _-]?(at|on|date|time))?|(opening|creation|open|request)[ _-]?(date|time))$/i,
  },
  respondBy: { ...instant, headings: /^(respond[ _-]?by|response[ _-]?due|to be taken up by)$/i },
  dueBy: {
    ...instant,
    headings: /^(due([ _-]?(by|at|on|date))?|deadline|target[ _-]?date|to be done by)$/i,
  },
  closedAt: {
    ...instant,
    headings:
      /^((closed|completed|resolved|finished|solved)([ _-]?(at|on|date|time))?|(closing|completion|resolution)[ _-]?(date|time))$/i,
  },
  description: {
    ...kept,
    kind: 'text',
    max: 10_000,
    headings: /^(description|details|text|notes?|problem)$/i,
  },
} as const satisfies EntityFields
