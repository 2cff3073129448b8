/** What equipment of the demo hospital cost, how long it should serve, and how often it fails. */
import { seededRandom } from './random.ts'
import type { EquipmentKey } from './words.ts'

interface Life {
  /** In the company's currency. */
  price: number
  years: number
  failuresAYear: number
}

export const lifeOf: Record<EquipmentKey, Life> = {
  infusionPump: { price: 1_850, years: 10, failuresAYear: 1.2 },
  patientMonitor: { price: 4_200, years: 10, failuresAYear: 0.8 },
  ventilator: { price: 28_500, years: 12, failuresAYear: 1.6 },
  defibrillator: { price: 9_400, years: 10, failuresAYear: 0.5 },
  hospitalBed: { price: 2_950, years: 15, failuresAYear: 0.6 },
  wheelchair: { price: 390, years: 8, failuresAYear: 0.9 },
  ultrasound: { price: 64_000, years: 9, failuresAYear: 1.4 },
  medicineFridge: { price: 2_300, years: 12, failuresAYear: 0.7 },
  airHandlingUnit: { price: 41_000, years: 20, failuresAYear: 0 },
  fireExtinguisher: { price: 65, years: 20, failuresAYear: 0 },
  bleGateway: { price: 110, years: 6, failuresAYear: 0 },
}

/** The fields of a piece that was put into service in that year. */
export function lifeFields(type: EquipmentKey, maker: string, year: number, index: number) {
  const random = seededRandom(year * 1_000 + index)
  const { price, years } = lifeOf[type]
  const [month, day] = [random.between(1, 12), random.between(1, 28)]
  const date = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return {
    purchasedOn: `${year}-${date}`,
    warrantyUntil: `${year + 2}-${date}`,
    supplier: maker.split(' ')[0] ?? null,
    price: Math.round((price * (0.9 + random.next() * 0.2)) / 5) * 5,
    expectedYears: years,
  }
}
