import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { WORLD_CITIES } from '../../../generate/pools/chain-cities.ts'

export const getDirections = definePhrases({
  tool: 'get_directions',
  draw(rng) {
    const [origin = '', destination = ''] = rng.sample(WORLD_CITIES, 2)
    return {
      origin,
      destination,
      ...(rng.int(0, 1) === 0 ? {} : { mode: rng.pick(['walking', 'cycling', 'transit']) }),
    }
  },
  asks: [
    'find the way from {origin} to {destination}[, with {mode} as the means of travel]',
    'plan a route that starts in {origin} and ends in {destination}[; the means of travel is {mode}]',
    'look up how to get from {origin} to {destination}[ when the mode of travel is {mode}]',
    'get the route from {origin} (start) to {destination} (goal)[ for {mode}]',
  ],
  outputs: {
    '/distance_km': 'length of the route in kilometres',
    '/distance_miles': 'length of the route in miles',
    '/duration_text': 'travel time in words',
    '/steps/0': 'first step of the route',
  },
  answers: [
    { at: ['/distance_km'], gives: 'the length of the route in kilometres, unrounded' },
    {
      at: ['/distance_km', '/distance_miles'],
      gives: 'the length of the route in kilometres, then in miles, both unrounded',
    },
    {
      at: ['/distance_km', '/duration_minutes'],
      gives: 'the length of the route in kilometres, unrounded, then the travel time in minutes',
    },
    { at: ['/steps/0'], gives: 'the first step of the route, word for word' },
  ],
})
