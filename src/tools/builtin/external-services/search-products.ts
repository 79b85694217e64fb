import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { convertToTitleCase } from '../../../shared/python/case.ts'
import { round } from '../../../shared/python/number.ts'
import { countCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import type { World } from '../../world/world.ts'

const MAX_RESULTS = 5
const MAX_QUERY = 2000

function drawProduct(query: string, index: number, world: World) {
  const draw = world.draw('product_item', query, index)
  const option = `${convertToTitleCase(query)} - Option ${index + 1}`
  return {
    name: world.seed === 0 ? option : `${option}, model ${draw.hex('model')}`,
    price_usd: draw.numberFrom('price', 980, { min: 20, max: 999.99, decimals: 2 }),
    rating: draw.number('rating', round(3 + draw.publishedRemainder(20) / 10, 1), {
      min: 3,
      max: 5,
      decimals: 4,
    }),
    reviews: draw.numberFrom('reviews', 9950, { min: 50, max: 14_000, decimals: 0 }),
    in_stock: draw.pick('stock', draw.publishedRemainder(5), [false, true, true, true, true]),
  }
}

export const searchProducts = defineBuiltIn({
  effect: 'read',
  capability: 'search',
  input: (z) => ({ query: z.string(), max_results: z.int().default(5) }),
  output: (z) => ({
    query: z.string(),
    results: z.array(
      z.strictObject({
        name: field(z.string(), 'title', 'Name of the product.'),
        price_usd: field(z.number(), 'price', 'Price in US dollars.'),
        rating: field(z.number(), 'score', 'Mean rating, 1 to 5.'),
        reviews: field(z.int(), 'count', 'Number of reviews.'),
        in_stock: field(z.boolean(), 'boolean', 'Whether it can be delivered now.'),
      }),
    ),
    total_found: z.int(),
  }),
  run({ query, max_results }, world) {
    refuseIf(countCodePoints(query) > MAX_QUERY, 'query', `must have at most ${MAX_QUERY} characters`)
    const count = Math.max(Math.min(max_results, MAX_RESULTS), 0)
    const results = Array.from({ length: count }, (_, index) => drawProduct(query, index, world))
    return { query, results, total_found: count }
  },
})
