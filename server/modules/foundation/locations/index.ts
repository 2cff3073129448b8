export { roomText, roomTexts, type NamedRoom } from './mapRooms.ts'
export { createAll, removeAll, updateAll, type Draft } from './locations.ts'
export { locationExport, exportColumns } from './exportRows.ts'
