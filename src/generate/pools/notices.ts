import type { Rng } from '../../shared/rng.ts'

const SUBJECTS = [
  'The boat shed at the weir',
  'The reading room of the library',
  'The ticket desk in the old station',
  'The ice rink behind the market hall',
  'The night pharmacy on the square',
  'The pottery studio under the arches',
  'The lost property office',
  'The toy museum next to the mill',
  'The recycling yard by the canal',
  'The rooftop garden of the town hall',
  'The swimming pool at the north gate',
  'The bicycle workshop of the school',
  'The seed bank in the botanical garden',
  'The costume store of the theatre',
  'The ferry pier on the east bank',
  'The coffee cart in front of the court',
  'The climbing wall of the sports club',
  'The post counter in the bakery',
  'The chess room above the cinema',
  'The map archive of the harbour',
] as const
const PREDICATES = [
  'stays open',
  'is closed for cleaning',
  'takes bookings by phone',
  'admits school classes only',
  'can be visited free of charge',
  'is staffed by volunteers',
  'serves members and their guests',
  'has no running water',
  'accepts returns without a receipt',
  'rents out its side room',
  'offers guided tours',
  'is used by the film crew',
] as const
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** A sentence such as one finds on a notice board, without quotation marks; some 90,000 different ones. */
export const drawNotice = (rng: Rng): string => {
  const time = `${rng.int(9, 21)}:${rng.pick(['00', '10', '15', '20', '30', '40', '45', '50'])}`
  return `${rng.pick(SUBJECTS)} ${rng.pick(PREDICATES)} until ${time} on ${rng.pick(DAYS)}s.`
}
