import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { NEW_FILES } from '../../pools/files.ts'
import { DOCUMENTS } from '../../pools/titles.ts'
import { QUERIES } from '../../pools/web.ts'

export const chainFanoutMergeChain = definePattern({
  key: 'chain_fanout_merge_chain',
  name: 'chain-fanout-merge-chain',
  level: 'L3_dag',
  tools: ['web_search', 'check_url_status', 'hash_text', 'generate_report', 'write_file'],
  draw(rng) {
    const query = rng.pick(QUERIES)
    const count = rng.int(2, 6)
    const title = rng.pick(DOCUMENTS)
    const format = rng.pick(['text', 'markdown', 'html'])
    const path = rng.pick(NEW_FILES)
    return {
      steps: [
        { tool: 'web_search', arguments: { query, max_results: count } },
        { tool: 'check_url_status', arguments: { url: from(1, '/results/0/url') } },
        { tool: 'hash_text', arguments: { text: from(1, '/results/0/snippet'), algorithm: 'md5' } },
        {
          tool: 'generate_report',
          arguments: {
            title,
            data: text(
              '{"response_time_ms": ',
              from(2, '/response_time_ms'),
              ', "fingerprint": "',
              from(3, '/hash'),
              '"}',
            ),
            format,
          },
        },
        { tool: 'write_file', arguments: { path, content: from(4, '/report') } },
      ],
      prompts: [
        `Search the web for ${quote(query)}, ${count} results. For the first hit, measure the response time of its page and compute the md5 digest of its snippet. Generate a report titled ${quote(title)} in the format ${quote(format)} whose data contains both, the time in milliseconds unrounded, and write the report as it is to ${quote(path)}.`,
        `I want to document the top web result for ${quote(query)} (ask for ${count} results). Check how many milliseconds its address takes to respond, and make an md5 fingerprint of its whole snippet. Both values go, unrounded, into the data of a report with the title ${quote(title)} and the format ${quote(format)}. Save that report unchanged as ${quote(path)}.`,
        `Run a web search for ${quote(query)} with a limit of ${count}. Two checks on the best hit: the response time of its address in milliseconds, and the md5 hash of its snippet. Put both results as data into a report (title ${quote(title)}, format ${quote(format)}), then store the finished report, with nothing added, in the file ${quote(path)}.`,
      ],
    }
  },
})
