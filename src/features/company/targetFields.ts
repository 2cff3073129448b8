export const targetFields = [
  { key: 'onTime', label: 'entities:field_targetOnTime', max: 100 },
  { key: 'lateThings', label: 'entities:field_targetLateThings', max: 1_000_000 },
  { key: 'openTickets', label: 'entities:field_targetOpenTickets', max: 1_000_000 },
  { key: 'overdueTickets', label: 'entities:field_targetOverdueTickets', max: 1_000_000 },
  { key: 'unusable', label: 'entities:field_targetUnusable', max: 1_000_000 },
  { key: 'availability', label: 'entities:field_targetAvailability', max: 100 },
  { key: 'score', label: 'entities:field_targetScore', max: 100 },
] as const
