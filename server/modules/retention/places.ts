/**
 * The retention rule of each table. A test requires an entry for every tenant table, so that none
 * grows without a rule.
 */
import type { FixedRetention, KeptForGood } from '#contract/retention.ts'
import type { RetentionKind } from '#contract/rules/retention.ts'

export const tablesOfRules: Record<RetentionKind, readonly string[]> = {
  runs: ['automation_run', 'automation_effect'],
  journal: ['journal_entry'],
  events: ['outbox_event'],
  deliveries: ['hook_delivery', 'hook_attempt'],
  alerts: ['alert', 'alert_recipient'],
  positions: ['position', 'visit'],
  // Part of each position.
  triangulation: [],
  readings: ['sensor_reading'],
  imports: ['import_job', 'imported_row', 'venue_import', 'status_batch', 'status_batch_row'],
}

/** Tables about people above companies are measured by the company's share. */
export const tablesOfFixed: Record<FixedRetention, readonly string[]> = {
  sessions: ['session'],
  messages: ['letter'],
  uploads: ['file', 'data_export'],
  answers: ['answered_call'],
  securityLog: ['security_event'],
}

export const tablesKept: Record<KeptForGood, readonly string[]> = {
  signedLogs: ['signed_log', 'signed_head', 'signing_key'],
  performances: ['procedure_log', 'occurrence', 'former_questions'],
  work: [
    'ticket',
    'ticket_comment',
    'ticket_photo',
    'ticket_change',
    'ticket_assignment',
    'stock',
    'stock_lot',
    'stock_movement',
  ],
  words: [
    'api_hook',
    'api_key',
    'app_user',
    'area',
    'assign_rule',
    'automation',
    'beacon',
    'building',
    'company_domain',
    'company_settings',
    'dashboard',
    'dashboard_category',
    'dashboard_item',
    'dashboard_share',
    'dynamic_dashboard',
    'equipment',
    'equipment_file',
    'equipment_follower',
    'equipment_status',
    'equipment_type',
    'fellow',
    'fellow_type',
    'floor',
    'floor_version',
    'gateway',
    'gateway_type',
    'inventory_item',
    'location',
    'location_type',
    'metadata_field',
    'org_entity',
    'procedure',
    'procedure_type',
    'progress_map',
    'radio_calibration',
    'role',
    'room',
    'rrule',
    'rrule_object',
    'sensor',
    'sensor_type',
    'survey_answer',
    'survey_point',
    'survey_question',
    'tag',
    'ticket_state',
    'ticket_type',
    'tracking_settings',
    'user_role',
    'validation_type',
    'zone_rule',
  ],
  // Derived data with at most one row per record; deleted with its source.
  sums: [
    'summed_span',
    'summed_cell',
    'summed_mark',
    'reference',
    'last_position',
    'reservation',
    'quarantine',
    'reading_copy',
    'survey_result',
  ],
}
