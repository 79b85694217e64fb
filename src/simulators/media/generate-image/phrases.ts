import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawScene } from '../../../generate/pools/picture-parts.ts'

export const generateImage = definePhrases({
  tool: 'generate_image',
  draw: (rng) => ({
    prompt: drawScene(rng),
    ...(rng.int(0, 2) === 0 ? {} : { size: rng.pick(['256x256', '1024x1024']) }),
    ...(rng.int(0, 2) === 0 ? {} : { style: rng.pick(['illustration', 'abstract', 'sketch']) }),
  }),
  asks: [
    'have a picture made with {prompt} as its description[, in the style {style}][, at a size of {size} pixels]',
    'make an image that shows {prompt}[; the style is {style}][; the size is {size}]',
    'create a picture[ with {size} pixels], using {prompt} as its description[ and {style} as its style]',
    'get me a new image (description: {prompt}[; style: {style}][; size: {size}])',
    'turn {prompt} into a picture[ in {style} style][, {size} pixels in size]',
  ],
  outputs: {
    '/image_url': 'address of the picture',
    '/generation_id': 'id of the picture',
    '/estimated_cost_usd': 'estimated cost of the picture in US dollars',
  },
  answers: [],
})
