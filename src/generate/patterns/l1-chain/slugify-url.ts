import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { NAMES } from '../../pools/texts.ts'
import { DOMAINS } from '../../pools/web.ts'

export const slugifyUrl = definePattern({
  key: 'slugify_url',
  name: 'transform-construct',
  level: 'L1_chain',
  published: {
    mended:
      'The published one puts a folder in front of the slug that no prompt names. Here the folder belongs to the base address, and the path is the slug as it came out.',
  },
  tools: ['slugify', 'generate_url'],
  draw(rng) {
    const title = `${rng.pick(NAMES)}, Part ${rng.int(2, 60)}`
    const folder = rng.pick(['articles', 'guides', 'stories', 'essays', 'columns'])
    const base = `https://www.${rng.pick(DOMAINS)}/${folder}`
    const params = JSON.stringify({ ref: rng.pick(['newsletter', 'index', 'feed']), issue: rng.int(2, 400) })
    return {
      steps: [
        { tool: 'slugify', arguments: { text: title } },
        { tool: 'generate_url', arguments: { base, path: from(1, '/slug'), params } },
      ],
      prompts: [
        `Make a slug of the title ${quote(title)} and build a web address with it: base ${quote(base)}, the slug alone as the path, and as parameters exactly the JSON text \`${params}\`.`,
        `Under what address will the piece ${quote(title)} appear? Turn the title into a slug. Then put the address together from the base ${quote(base)}, the path, which is nothing but the slug, and the parameters \`${params}\` (pass this JSON text on as it stands).`,
        `I need the link to ${quote(title)}. Its path is the slug of that title and its base is ${quote(base)}; the query parameters are given by the JSON text \`${params}\`, character for character.`,
      ],
      answer: { value: from(2, '/url'), gives: 'the complete address' },
    }
  },
})
