import { round, toFixed } from '../../../shared/python/number.ts'
import { cutHead } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const SPEED_KMH = { driving: 60, walking: 5, transit: 40, cycling: 15 }
const MODES = ['driving', 'walking', 'transit', 'cycling'] as const
const MILES_PER_KM = 0.621371
const QUOTED = 200

const formatDuration = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h ${minutes % 60}min`

export const getDirections = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ origin: z.string(), destination: z.string(), mode: z.enum(MODES).default('driving') }),
  output: (z) => ({
    origin: z.string(),
    destination: z.string(),
    mode: z.enum(MODES),
    distance_km: z.number(),
    distance_miles: z.number(),
    duration_minutes: z.int(),
    duration_text: z.string(),
    steps: z.array(z.string()),
  }),
  run({ origin, destination, mode }, world) {
    const draw = world.draw('directions', origin, destination, mode)
    const distance = draw.numberFrom('distance', 500, { min: 10, max: 509, decimals: 3 })
    const minutes = round((distance / SPEED_KMH[mode]) * 60)
    const target = cutHead(destination, QUOTED)
    return {
      origin,
      destination,
      mode,
      distance_km: distance,
      distance_miles: round(distance * MILES_PER_KM, 1),
      duration_minutes: minutes,
      duration_text: formatDuration(minutes),
      steps: [
        `Leave ${cutHead(origin, QUOTED)} by the way marked ${draw.token('route')}`,
        `Stay on the main road for ${toFixed(distance * 0.6, 0)} km`,
        `Turn off where ${target} is signposted`,
        `End the trip in ${target}`,
      ],
    }
  },
})
