import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { drawNewPath } from '../../pools/chain-paths.ts'

export const readProcessSave = definePattern({
  key: 'read_process_save',
  name: 'read-process-save',
  level: 'L1_chain',
  tools: ['read_file', 'summarize_text', 'write_file'],
  draw(rng) {
    const target = drawNewPath(rng)
    const sentences = rng.int(2, 3)
    const limit = `${sentences} sentences`
    return {
      steps: [
        { tool: 'read_file', arguments: { path: '/data/report.txt' } },
        { tool: 'summarize_text', arguments: { text: from(1, '/content'), max_sentences: sentences } },
        { tool: 'write_file', arguments: { path: target, content: from(2, '/summary') } },
      ],
      prompts: [
        `Read "/data/report.txt", have its whole text summarized to at most ${limit}, and write the summary unchanged to ${quote(target)}.`,
        `I need a short version of "/data/report.txt". Summarize the full text with a limit of ${limit} and save exactly that summary as ${quote(target)}.`,
        `Take the complete content of "/data/report.txt", shorten it to a summary of ${limit} at most, and put the summary, word for word, into the file ${quote(target)}.`,
      ],
    }
  },
})
