export { inventoryHandlers } from './routes.ts'
export { exportColumns, stockByItem, stockExport } from './rows.ts'
export { consumeStock } from './use.ts'
export { partsOfTicket, pricedParts, undoPart, usePart } from './parts.ts'
export {
  endStocks,
  restoreStock,
  setStock,
  storedStock,
  type StockBefore,
  type StoredStock,
} from './byImport.ts'
