import { round } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const SIZES = ['256x256', '512x512', '1024x1024'] as const
const STYLES = ['photorealistic', 'illustration', 'abstract', 'sketch'] as const
/** Price of a size in terms of the smallest one. */
const PRICE_FACTOR = { '256x256': 1, '512x512': 2, '1024x1024': 4 }

export const generateImage = defineBuiltIn({
  // Each call makes, and charges for, a picture of its own.
  effect: 'write',
  capability: 'create-media',
  input: (z) => ({
    prompt: z.string(),
    size: z.enum(SIZES).default('512x512'),
    style: z.enum(STYLES).default('photorealistic'),
  }),
  output: (z) => ({
    status: z.literal('generated'),
    image_url: z.string(),
    prompt: z.string(),
    size: z.enum(SIZES),
    style: z.enum(STYLES),
    generation_id: z.string(),
    estimated_cost_usd: z.number(),
  }),
  run({ prompt, size, style }, world, call) {
    const draw = world.draw('image', prompt, size, style)
    const published = `img_${String(draw.remainder(10 ** 7)).padStart(7, '0')}`
    const generation_id = call.recordId(published)
    // In the published address the first digit of the id is missing.
    const file = generation_id === published ? published.slice(-6) : generation_id.slice('img_'.length)
    const price = world.draw('image price').number('price', 0.02, { min: 0.01, max: 0.12, decimals: 5 })
    return {
      status: 'generated' as const,
      image_url: `https://images.example.com/generated/${file}.png`,
      prompt,
      size,
      style,
      generation_id,
      estimated_cost_usd: round(price * PRICE_FACTOR[size], 5),
    }
  },
})
