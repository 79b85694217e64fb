import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'

/** Pairs of units both ways, and the least and largest quantity to convert. */
const PAIRS = [
  ['celsius', 'fahrenheit', 12, 480],
  ['fahrenheit', 'celsius', 40, 900],
  ['celsius', 'kelvin', 12, 480],
  ['kelvin', 'celsius', 280, 900],
  ['fahrenheit', 'kelvin', 40, 900],
  ['kelvin', 'fahrenheit', 280, 900],
  ['km', 'miles', 12, 990],
  ['miles', 'km', 12, 990],
  ['meters', 'feet', 12, 990],
  ['feet', 'meters', 12, 990],
  ['km', 'meters', 2, 90],
  ['meters', 'km', 1100, 9800],
  ['miles', 'feet', 2, 90],
  ['feet', 'miles', 11_000, 98_000],
  ['kg', 'lbs', 12, 990],
  ['lbs', 'kg', 12, 990],
  ['kg', 'grams', 2, 90],
  ['grams', 'kg', 1100, 9800],
  ['lbs', 'ounces', 12, 990],
  ['ounces', 'lbs', 40, 990],
] as const

export function drawArguments(rng: Rng): JsonObject {
  const [from_unit, to_unit, least, most] = rng.pick(PAIRS)
  return { value: rng.decimal(least, most, 2), from_unit, to_unit }
}
