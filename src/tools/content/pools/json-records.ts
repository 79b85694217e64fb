import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { CLIENTS, SERVICES } from './markets.ts'
import { drawNames } from './person-names.ts'
import { EVENTS } from './titles.ts'

/** Documents of several shapes, each with a path to one text that stands in it once. */
const SHAPES: readonly ((rng: Rng) => { document: JsonObject; path: string })[] = [
  (rng) => {
    const clients = rng.sample(CLIENTS, rng.int(2, 3))
    const orders = clients.map((client) => ({ client, total: rng.decimal(20, 900, 2) }))
    return { document: { orders }, path: `orders[${rng.int(0, clients.length - 1)}].client` }
  },
  (rng) => {
    const roles = rng.sample(['captain', 'cook', 'pilot', 'purser', 'mate'], 3)
    const names = drawNames(rng, 3)
    const crew = Object.fromEntries(roles.map((role, i) => [role, names[i] ?? '']))
    return { document: { ship: { berth: rng.int(2, 60), crew } }, path: `ship.crew.${rng.pick(roles)}` }
  },
  (rng) => {
    const events = rng.sample(EVENTS, rng.int(3, 4))
    const programme = events.map((event) => ({ hour: rng.int(8, 21), event }))
    return { document: { programme }, path: `programme[${rng.int(0, events.length - 1)}].event` }
  },
  (rng) => {
    const [first = '', second = '', third = '', fourth = ''] = rng.sample(SERVICES, 4)
    const jobs = [
      [first, second],
      [third, fourth],
    ]
    const path = `jobs[${rng.int(0, 1)}][${rng.int(0, 1)}]`
    return { document: { week: rng.int(2, 52), jobs }, path }
  },
  (rng) => {
    const [owner = '', tenant = ''] = drawNames(rng, 2)
    const house = { number: rng.int(2, 180), owner: { name: owner }, tenant: { name: tenant } }
    return { document: { house }, path: `house.${rng.pick(['owner', 'tenant'])}.name` }
  },
]

/** JSON text and a path, such as `orders[1].client`, to a text of capital and small letters in it. */
export function drawJsonRecord(rng: Rng): { data: string; path: string } {
  const { document, path } = rng.pick(SHAPES)(rng)
  return { data: JSON.stringify(document), path }
}
