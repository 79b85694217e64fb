import { definePhrases } from '../../../generate/phrasebook/phrases.ts'

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

export const unitConvert = definePhrases({
  tool: 'unit_convert',
  ownValues: ['value', 'from_unit', 'to_unit'],
  draw(rng) {
    const [from_unit, to_unit, least, most] = rng.pick(PAIRS)
    return { value: rng.decimal(least, most, 2), from_unit, to_unit }
  },
  asks: [
    'convert {value} from {from_unit} to {to_unit}',
    'find out what a quantity of {value} in {from_unit} is in {to_unit}',
    'express {value}, given in {from_unit}, in {to_unit}',
    'turn a reading of {value}, measured in {from_unit}, into {to_unit}',
    'work out which figure in {to_unit} belongs to {value} in {from_unit}',
  ],
  outputs: { '/converted_value': 'converted quantity' },
  answers: [{ at: ['/converted_value'], gives: 'the converted quantity with all its decimals' }],
})
