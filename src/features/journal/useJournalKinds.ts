import { useTranslation } from 'react-i18next'
import { nameOrder } from '#contract/rules/inOrder.ts'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { journalEntities, type JournalEntity } from '#contract/journal/journal.ts'

export function useJournalKinds(): { value: JournalEntity; label: string }[] {
  const { compare } = nameOrder(currentLanguage())
  const { t } = useTranslation(['titles', 'management', 'gateways'])
  const names: Record<JournalEntity, string> = {
    equipment: t('equipment'),
    location: t('locations'),
    procedure: t('procedures'),
    procedureLog: t('procedureLogs'),
    ticket: t('tickets'),
    ticketTime: t('management:journalTimes'),
    ticketCost: t('management:journalCosts'),
    automation: t('automationCenter'),
    equipmentType: t('management:equipmentTypes'),
    equipmentStatus: t('management:equipmentStatuses'),
    locationType: t('management:locationTypes'),
    tag: t('management:tags'),
    procedureType: t('management:procedureTypes'),
    ticketType: t('management:ticketTypes'),
    user: t('users'),
    role: t('roles'),
    company: t('companySettings'),
    import: t('import'),
    metadataField: t('management:metadataFields'),
    apiHook: t('management:apiHooks'),
    assignRule: t('management:assignRules'),
    inventoryItem: t('management:inventoryItems'),
    validationType: t('management:validationTypes'),
    progressMap: t('management:progressMaps'),
    fellowType: t('management:fellowTypes'),
    orgEntity: t('orgEntities'),
    rrule: t('schedules'),
    duty: t('duties'),
    dashboard: t('dashboards'),
    dashboardItem: t('dashboardItems'),
    dynamicDashboard: t('dynamicDashboards'),
    building: t('mapping'),
    gateway: t('gateways'),
    gatewayType: t('gatewayTypes'),
    sensor: t('sensors'),
    sensorType: t('sensorTypes'),
    meterType: t('management:meterTypes'),
    zoneRule: t('zones'),
    area: t('areas'),
    beacon: t('gateways:view_beacons'),
    apiKey: t('apiKeys'),
  }
  return journalEntities
    .map((value) => ({ value, label: names[value] }))
    .toSorted((a, b) => compare(a.label, b.label))
}
