import { drawDatedPath } from '../../../content/pools/dated-paths.ts'
import { METRICS } from '../../../content/pools/files.ts'
import { DOCUMENTS } from '../../../content/pools/titles.ts'
import { quote } from '../../../content/wording.ts'
import { from } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'

export const reportSave = definePattern({
  key: 'report_save',
  name: 'generate-save',
  level: 'L1_chain',
  published: {
    mended:
      'The published one leaves data and format out of the prompt and cuts the report after 500 characters. Here both are stated and the report is saved whole.',
  },
  tools: ['generate_report', 'write_file'],
  draw(rng) {
    const title = rng.pick(DOCUMENTS)
    const data = JSON.stringify(
      Object.fromEntries(rng.sample(METRICS, 3).map((name) => [name, rng.int(12, 9800)])),
    )
    const [format, suffix] = rng.pick([
      ['text', 'txt'],
      ['markdown', 'md'],
      ['html', 'html'],
    ] as const)
    const path = drawDatedPath(rng, suffix)
    return {
      steps: [
        { tool: 'generate_report', arguments: { title, data, format } },
        { tool: 'write_file', arguments: { path, content: from(1, '/report') } },
      ],
      prompts: [
        `Generate a report titled ${quote(title)} in the format ${quote(format)} from exactly this JSON text: \`${data}\`. Write the finished report, unchanged, to ${quote(path)}.`,
        `I need a report in ${quote(format)} format with the title ${quote(title)}. Its data is the JSON text \`${data}\`, character for character. Save the report as it is under ${quote(path)}.`,
        `Could you turn the JSON \`${data}\` (pass it on as it stands) into a report called ${quote(title)}? The format is ${quote(format)}. Afterwards create the file ${quote(path)} with that report and nothing else.`,
        `These are this week's figures, as JSON: \`${data}\`. Lay them out, without touching the JSON, as a ${quote(format)} report that has the title ${quote(title)}, and store the outcome in ${quote(path)} just as it was generated.`,
        `Our board looks for its report in ${quote(path)}. Please create that file: a report under the title ${quote(title)}, generated in the ${quote(format)} format from \`${data}\`, which must go in as this very text.`,
      ],
    }
  },
})
