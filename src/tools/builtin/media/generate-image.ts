import { field } from '../../../schema/semantic.ts'
import { round } from '../../../shared/python/number.ts'
import { drawScene } from '../../content/pools/searches.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const SIZES = ['256x256', '512x512', '1024x1024'] as const
const STYLES = ['photorealistic', 'illustration', 'abstract', 'sketch'] as const
/** Price of a size in terms of the smallest one. */
const PRICE_FACTOR = { '256x256': 1, '512x512': 2, '1024x1024': 4 }

export const generateImage = defineBuiltIn({
  name: 'generate_image',
  category: 'media',
  // Each call makes, and charges for, a picture of its own.
  effect: 'write',
  capability: 'create-media',
  description:
    'Makes a PNG picture from a description in words and returns its address, an id and the estimated cost in US dollars, which depends on the size. It neither edits pictures nor draws charts of given figures.',
  input: (z) => ({
    prompt: field(z.string(), 'text', 'What the picture is to show, for example "a lighthouse at dusk".'),
    size: field(z.enum(SIZES).default('512x512'), 'enum', 'Width and height in pixels.'),
    style: field(z.enum(STYLES).default('photorealistic'), 'enum', 'Manner of the picture.'),
  }),
  output: (z) => ({
    status: field(z.literal('generated'), 'status', 'Always "generated".'),
    image_url: field(z.string(), 'url', 'Address of the picture.'),
    prompt: field(z.string(), 'text', 'What the picture shows.'),
    size: field(z.enum(SIZES), 'enum', 'Width and height in pixels.'),
    style: field(z.enum(STYLES), 'enum', 'Manner of the picture.'),
    generation_id: field(z.string(), 'id', 'Id of the picture, "img_" and 7 or 12 hex digits.'),
    estimated_cost_usd: field(z.number(), 'price', 'Estimated cost in US dollars.'),
  }),
  run({ prompt, size, style }, world, call) {
    const draw = world.draw('image', prompt, size, style)
    const published = `img_${String(draw.remainder(10 ** 7)).padStart(7, '0')}`
    const generation_id = call.recordId(published)
    // In the published address the first digit of the id is missing.
    const file = generation_id === published ? published.slice(-6) : generation_id.slice('img_'.length)
    const price = world.draw('image price').figure('price', 0.02, { min: 0.01, max: 0.12, decimals: 5 })
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
  drawArguments: (rng) => ({
    prompt: drawScene(rng),
    ...(rng.int(0, 2) === 0 ? {} : { size: rng.pick(['256x256', '1024x1024']) }),
    ...(rng.int(0, 2) === 0 ? {} : { style: rng.pick(['illustration', 'abstract', 'sketch']) }),
  }),
})
