import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawContactNotes } from '../../pools/dag-contact-notes.ts'
import { drawNewPath } from '../../pools/dag-paths.ts'
import { SEPARATORS } from '../../pools/dag-separators.ts'
import { DOCUMENTS } from '../../pools/titles.ts'

export const multiEntityMaskSave = definePattern({
  key: 'multi_entity_mask_save',
  name: 'parallel-process-save',
  level: 'L3_dag',
  published: {
    mended:
      'No value flowed from the entities into the masking, which took the texts themselves, and the prompt held neither text. Here both lists of entities are joined and masked, and the file holds a report of the outcome.',
  },
  tools: ['extract_entities', 'join_texts', 'mask_pii', 'generate_report', 'write_file'],
  draw(rng) {
    const [one, other] = drawContactNotes(rng)
    const separator = rng.pick(SEPARATORS)
    const title = rng.pick(DOCUMENTS)
    const format = rng.pick(['text', 'markdown', 'html'])
    const path = drawNewPath(rng)
    return {
      steps: [
        { tool: 'extract_entities', arguments: { text: one } },
        { tool: 'extract_entities', arguments: { text: other } },
        {
          tool: 'join_texts',
          arguments: { texts: [from(1, '/entities', 'json'), from(2, '/entities', 'json')], separator },
        },
        { tool: 'mask_pii', arguments: { text: from(3, '/result') } },
        { tool: 'generate_report', arguments: { title, data: from(4, '/masked_text'), format } },
        { tool: 'write_file', arguments: { path, content: from(5, '/report') } },
      ],
      prompts: [
        `Extract the entities from two notes. Note 1: ${quote(one)} Note 2: ${quote(other)} Join the two lists of entities, each as JSON, in this order with ${quote(separator)} in between, and have the personal data in the joined text masked. Generate a report titled ${quote(title)} in the format ${quote(format)} with the masked text as its data, and write the report as it is to ${quote(path)}.`,
        `I want to file what is mentioned in ${quote(one)} and in ${quote(other)}, without contact data. Find the entities of both texts, turn either list into JSON, join the two (first text first, separator ${quote(separator)}), mask personal data in the outcome, and lay the masked text out, unchanged, as a report (title ${quote(title)}, format ${quote(format)}). Save that report, with nothing added, under ${quote(path)}.`,
        `The file ${quote(path)} is to hold a report called ${quote(title)}, format ${quote(format)}. Its data is a masked text, made like this: the entities that an extraction finds in ${quote(one)} as a JSON list, then those found in ${quote(other)} as another, joined by ${quote(separator)}, and personal data in all of that masked. Store the report exactly as it was generated.`,
        `Two notes came in. One reads ${quote(one)} The other reads ${quote(other)} Have the entities of each extracted, join both lists (as JSON, in that order, with the separator ${quote(separator)}) and get the personal data in them masked. What comes out is the data of a report headed ${quote(title)}, format ${quote(format)}; keep the finished report in ${quote(path)}, word for word.`,
      ],
    }
  },
})
