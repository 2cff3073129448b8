export { exportColumns, meterReadingExport } from './exportRows.ts'
export {
  metersOfEquipment,
  readingsBetween,
  removeReadings,
  restoreReadings,
  writeReadings,
  type FormerReading,
  type ImportedReading,
  type KnownMeter,
  type StoredReading,
} from './imported.ts'
export { rateMeters } from './rates.ts'
export { meterHandlers } from './routes.ts'
export { settleMeters, settleMeterType, startMeters } from './settle.ts'
export { isCounted, totalAt, totalNow } from './totalAt.ts'
