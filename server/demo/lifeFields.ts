/** What equipment of the demo hospital cost, how long it should serve, and how often it fails. */
import { seededRandom } from './random.ts'
import type { EquipmentKey } from './words.ts'

interface Life {
  price: number
  years: number
  failuresAYear: number
}

/** Prices in Czech crowns, the currency of the demo hospital. */
export const lifeOf: Record<EquipmentKey, Life> = {
  infusionPump: { price: 46_000, years: 10, failuresAYear: 1.2 },
  patientMonitor: { price: 104_000, years: 10, failuresAYear: 0.8 },
  ventilator: { price: 690_000, years: 12, failuresAYear: 1.6 },
  defibrillator: { price: 232_000, years: 10, failuresAYear: 0.5 },
  hospitalBed: { price: 73_000, years: 15, failuresAYear: 0.6 },
  wheelchair: { price: 9_600, years: 8, failuresAYear: 0.9 },
  ultrasound: { price: 1_580_000, years: 9, failuresAYear: 1.4 },
  medicineFridge: { price: 57_000, years: 12, failuresAYear: 0.7 },
  airHandlingUnit: { price: 1_020_000, years: 20, failuresAYear: 0 },
  fireExtinguisher: { price: 1_600, years: 20, failuresAYear: 0 },
  bleGateway: { price: 2_700, years: 6, failuresAYear: 0 },
}

interface Notes {
  postponed: string
  supportEnds: string
}

/** The fields of a piece that was put into service in that year. */
export function lifeFields(
  type: EquipmentKey,
  maker: string,
  { year, index, thisYear, notes }: { year: number; index: number; thisYear: number; notes: Notes },
) {
  const random = seededRandom(year * 1_000 + index)
  const { price, years } = lifeOf[type]
  const [month, day] = [random.between(1, 12), random.between(1, 28)]
  const date = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const known = {
    purchasedOn: `${year}-${date}`,
    warrantyUntil: `${year + 2}-${date}`,
    supplier: maker.split(' ')[0] ?? null,
    price: Math.round((price * (0.9 + random.next() * 0.2)) / 100) * 100,
    expectedYears: years,
  }
  // Most equipment beyond its expected life has a place in the plan; some leaves early.
  const isOver = year + years < thisYear
  if (isOver && random.chance(0.7))
    return { ...known, replaceIn: thisYear + random.between(1, 3), replaceNote: notes.postponed }
  if (!isOver && random.chance(0.04))
    return { ...known, replaceIn: thisYear + random.between(1, 2), replaceNote: notes.supportEnds }
  return random.chance(0.05) ? { ...known, price: null } : known
}
