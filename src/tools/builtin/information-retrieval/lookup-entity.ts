import { convertToTitleCase } from '../../../shared/python/case.ts'
import { cutHead, strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const QUOTED = 200

export const lookupEntity = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ entity: z.string() }),
  output: (z) => ({
    entity: z.string(),
    title: z.string(),
    description: z.string(),
    summary: z.string(),
    url: z.string(),
    source: z.literal('Knowledge Base'),
  }),
  run({ entity }, world) {
    const draw = world.draw('entity', entity)
    const record = draw.token('record')
    const sources = draw.numberFrom('sources', 900, { min: 12, max: 14_000, decimals: 0 })
    const share = draw.numberFrom('share', 75, { min: 20, max: 95, decimals: 3 })
    const quoted = strip(cutHead(entity, QUOTED)) || 'no name'
    return {
      entity,
      title: convertToTitleCase(entity),
      description: `Entry ${record}, on ${quoted}`,
      summary: `The entry on ${quoted} rests on ${sources} sources, and a second editor has read ${share} percent of it. It is quoted as ${record}.`,
      url: `https://en.wikipedia.org/wiki/${entity.replaceAll(' ', '_')}`,
      source: 'Knowledge Base' as const,
    }
  },
})
